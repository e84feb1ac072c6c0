import CaptureCore
import Testing

/// Goes through every state that can be reached, with every event in each.
@Suite struct SessionWalkTests {
    /// Every simulation that possible events lead to, each once. It ends only because restarts and attempts are
    /// bounded.
    private static let reachable: [SessionSimulation] = {
        var known: Set<String> = []
        var found = [SessionSimulation()]
        var next = 0
        while next < found.count {
            let here = found[next]
            next += 1
            for event in here.possibleEvents {
                var there = here
                there.send(event)
                if known.insert(key(of: there)).inserted { found.append(there) }
            }
            guard found.count < 20_000 else { break }
        }
        return found
    }()

    private static func key(of simulation: SessionSimulation) -> String {
        "\(simulation.machine)\(simulation.isRetryPlanned)\(simulation.opening?.id.rawValue ?? "")"
            + (simulation.open?.id.rawValue ?? "")
    }

    @Test func thereAreOnlySoManyStates() {
        #expect(Self.reachable.count < 20_000)
        let kinds = Set(Self.reachable.map { Self.kind(of: $0.machine.state) })
        #expect(
            kinds == [
                "off", "noCamera", "opening", "streaming", "restarting", "busy", "disconnected", "failed",
                "paused",
            ])
    }

    @Test func offNeverOpensAnythingWithoutPermission() {
        for simulation in Self.reachable where simulation.machine.state == .off {
            for event in SessionSimulation.everyEvent {
                var after = simulation
                after.send(event)
                guard event != .allowed, event != .selected(SessionSimulation.scene) else { continue }
                #expect(after.machine.state == .off)
                #expect(after.opening == nil && after.open == nil && !after.isRetryPlanned)
            }
        }
    }

    @Test func everyStateButOffAndStreamingHasAWayOn() {
        for simulation in Self.reachable {
            switch simulation.machine.state {
            case .off, .streaming, .paused: continue
            case .noCamera, .opening, .restarting, .busy, .disconnected, .failed:
                #expect(
                    simulation.isRetryPlanned || simulation.opening != nil, "\(simulation.machine.state)")
            }
        }
    }

    @Test func stoppedClosesFromEverywhere() {
        for simulation in Self.reachable {
            var after = simulation
            after.send(.stopped)
            #expect(after.machine.state == .off)
            #expect(after.lastEffects.contains(.close))
            #expect(after.open == nil && after.opening == nil && !after.isRetryPlanned)
        }
    }

    @Test func aDeviceIsOpenOnlyWhileItsStateSaysSo() {
        for simulation in Self.reachable {
            let state = simulation.machine.state
            if let open = simulation.open {
                #expect(Self.kind(of: state) == "streaming")
                #expect(state.camera?.id == open.id)
            }
            if let opening = simulation.opening {
                #expect(["opening", "restarting"].contains(Self.kind(of: state)))
                #expect(state.camera?.id == opening.id)
            }
            if case .streaming = state { #expect(simulation.open != nil) }
        }
    }

    @Test func tryAgainOpensOrLooksFromEveryStateButOff() {
        for simulation in Self.reachable where simulation.machine.state != .off {
            var after = simulation
            after.send(.retryRequested)
            #expect(after.opening != nil || after.lastEffects.contains(.scan))
        }
    }

    @Test func anotherCameraCanBeChosenInEveryStateButOff() {
        for simulation in Self.reachable where simulation.machine.state != .off {
            for camera in [SessionSimulation.first, SessionSimulation.second, SessionSimulation.scene] {
                var after = simulation
                after.send(.selected(camera))
                #expect(after.machine.state.camera?.id == camera.id)
                #expect(after.machine.preferred == camera.id)
            }
        }
    }

    @Test func impossibleEventsDoNoHarm() {
        for simulation in Self.reachable {
            let possible = simulation.possibleEvents
            for event in SessionSimulation.everyEvent where !possible.contains(event) {
                var after = simulation
                let effects = after.machine.handle(event)
                #expect(!effects.contains(.close) || after.machine.state.camera != nil)
                if simulation.machine.state == .off { #expect(effects.isEmpty) }
            }
        }
    }

    private static func kind(of state: SessionState) -> String {
        switch state {
        case .off: "off"
        case .noCamera: "noCamera"
        case .opening: "opening"
        case .streaming: "streaming"
        case .restarting: "restarting"
        case .paused: "paused"
        case .busy: "busy"
        case .disconnected: "disconnected"
        case .failed: "failed"
        }
    }
}
