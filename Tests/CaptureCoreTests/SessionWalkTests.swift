// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// Every event in every reachable state.
@Suite struct SessionWalkTests {
    @Test func machineHasABoundedNumberOfStates() {
        #expect(SessionWalk.reachable.count < SessionWalk.limit)
        let kinds = Set(SessionWalk.reachable.map { SessionWalk.kind(of: $0.machine.state) })
        #expect(
            kinds == [
                "off", "noCamera", "opening", "streaming", "restarting", "busy", "disconnected", "failed",
                "paused", "resuming",
            ])
    }

    @Test func offStateOpensNothingWithoutPermission() {
        for simulation in SessionWalk.reachable where simulation.machine.state == .off {
            for event in SessionSimulation.everyEvent {
                var after = simulation
                after.send(event)
                guard event != .allowed, event != .selected(SessionSimulation.scene) else { continue }
                #expect(after.machine.state == .off)
                #expect(after.opening == nil && after.open == nil && !after.isRetryPlanned)
            }
        }
    }

    @Test func tryAgainLeadsOnFromEveryStateButOffAndStreaming() {
        for simulation in SessionWalk.reachable {
            switch simulation.machine.state {
            case .off, .streaming, .resuming, .paused: continue
            case .noCamera, .opening, .restarting, .busy, .disconnected, .failed:
                #expect(
                    simulation.isRetryPlanned || simulation.opening != nil || simulation.machine.hasGivenUp,
                    "\(simulation.machine.state)")
            }
        }
    }

    @Test func stoppedClosesFromEverywhere() {
        for simulation in SessionWalk.reachable {
            var after = simulation
            after.send(.stopped)
            #expect(after.machine.state == .off)
            #expect(after.lastEffects.contains(.close))
            #expect(after.open == nil && after.opening == nil && !after.isRetryPlanned)
        }
    }

    @Test func aDeviceIsOpenOnlyWhileItsStateSaysSo() {
        for simulation in SessionWalk.reachable {
            let state = simulation.machine.state
            if let open = simulation.open {
                #expect(["streaming", "resuming"].contains(SessionWalk.kind(of: state)))
                #expect(state.camera?.id == open.id)
            }
            if let opening = simulation.opening {
                #expect(["opening", "restarting", "busy", "failed"].contains(SessionWalk.kind(of: state)))
                #expect(state.camera?.id == opening.id)
            }
            if case .streaming = state { #expect(simulation.open != nil) }
            if case .resuming = state { #expect(simulation.open != nil) }
        }
    }

    @Test func tryAgainOpensOrLooksFromEveryStateButOff() {
        for simulation in SessionWalk.reachable where simulation.machine.state != .off {
            var after = simulation
            after.send(.retryRequested)
            #expect(after.opening != nil || after.lastEffects.contains(.scan))
        }
    }

    @Test func anotherCameraCanBeChosenInEveryStateButOff() {
        for simulation in SessionWalk.reachable where simulation.machine.state != .off {
            for camera in [SessionSimulation.first, SessionSimulation.second, SessionSimulation.scene] {
                var after = simulation
                after.send(.selected(camera))
                #expect(after.machine.state.camera?.id == camera.id)
                #expect(after.machine.preferred == camera.id)
            }
        }
    }

    @Test func impossibleEventsDoNoHarm() {
        for simulation in SessionWalk.reachable {
            let possible = simulation.possibleEvents
            for event in SessionSimulation.everyEvent where !possible.contains(event) {
                var after = simulation
                let effects = after.machine.handle(event)
                #expect(!effects.contains(.close) || after.machine.state.camera != nil)
                if simulation.machine.state == .off { #expect(effects.isEmpty) }
            }
        }
    }
}
