// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct FocusMachineTests {
    private static let range = FocusRange(lower: 0, upper: 250, step: 5)!
    private static let target = FocusTarget(
        PointOfInterest(x: 0.25, y: 0.75), at: FormulaCamera.time(0), lensPosition: 50)

    private static func machine(
        _ focus: FocusStrategy, metering: MeteringStrategy = .none, hasContinuous: Bool = true
    ) -> FocusMachine {
        FocusMachine(FocusCapabilities(focus: focus, metering: metering, hasContinuous: hasContinuous))
    }

    private static func sample(_ detail: Float) -> SharpnessSample {
        SharpnessSample(
            bands: SIMD4(repeating: detail), counts: SIMD4(repeating: 10000), noise: 0.5, brightness: 100)
    }

    private static func frame(_ seconds: Double, _ detail: Float? = 500) -> FocusEvent {
        .frame(FocusFrame(arrival: FormulaCamera.time(seconds), sharpness: detail.map(sample)))
    }

    @Test func continuousFocusIsOffBeforeTheLensMoves() {
        var machine = Self.machine(.contrast(Self.range))
        let effects = machine.handle(.clicked(Self.target))
        #expect(effects.contains(.setControl(.focusAutomatic, 0)))
        #expect(effects.contains(.indicate(.hunting(Self.target.point))))
        #expect(!effects.contains { if case .setControl(.focusPosition, _) = $0 { true } else { false } })
        let next = machine.handle(.controlWritten(.focusAutomatic, 0, at: FormulaCamera.time(0.01)))
        #expect(next.contains { if case .setControl(.focusPosition, _) = $0 { true } else { false } })
    }

    @Test func refusedFocusFailsAndContinuousFocusReturns() {
        var machine = Self.machine(.contrast(Self.range))
        _ = machine.handle(.clicked(Self.target))
        let effects = machine.handle(.controlRefused(.focusAutomatic, at: FormulaCamera.time(0.01)))
        #expect(effects.contains(.indicate(.failed(Self.target.point, .refused))))
        #expect(effects.contains(.setControl(.focusAutomatic, 1)))
    }

    @Test func aLensWithoutAutomaticGoesBackToWhereItWas() {
        var machine = Self.machine(.contrast(Self.range), hasContinuous: false)
        _ = machine.handle(.clicked(Self.target))
        let effects = machine.handle(.controlRefused(.focusPosition, at: FormulaCamera.time(0.01)))
        #expect(effects.contains(.setControl(.focusPosition, 50)))
    }

    @Test func fixedFocusClaimsNoLock() {
        var machine = Self.machine(.fixed, metering: .spot)
        let effects = machine.handle(.clicked(Self.target))
        #expect(effects.contains(.meter(Self.target.window)))
        #expect(effects.last == .indicate(.fixed(Self.target.point, isHeld: false)))
        guard case .fixed = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
    }

    @Test func aHeldPointHoldsExposureUntilTheNextClick() {
        var machine = Self.machine(.fixed, metering: .spot)
        let held = FocusTarget(.center, at: FormulaCamera.time(0), isHeld: true)
        #expect(machine.handle(.clicked(held)).contains(.holdExposure(true)))
        // Another scene, however long, does not end it.
        for step in 0..<40 {
            let seconds = Double(step) / 10
            _ = machine.handle(Self.scene(seconds, step < 2 ? 60 : 200))
        }
        guard case .fixed = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(machine.handle(.clicked(Self.target)).contains(.holdExposure(false)))
    }

    private static func scene(_ seconds: Double, _ contrast: UInt8) -> FocusEvent {
        var fields = SIMD64<UInt8>(repeating: 100)
        for index in 0..<32 { fields[index] = contrast }
        return .frame(
            FocusFrame(
                arrival: FormulaCamera.time(seconds), sharpness: nil,
                signature: SceneSignature(fields: fields)))
    }

    @Test func newSceneForASecondReleasesTheFocus() {
        var machine = Self.machine(.fixed, metering: .spot)
        _ = machine.handle(.clicked(Self.target))
        var left: Double?
        for step in 0..<40 where left == nil {
            let seconds = Double(step) / 10
            let effects = machine.handle(Self.scene(seconds, step < 10 ? 60 : 250))
            if effects.contains(.indicate(.none)) { left = seconds }
        }
        #expect(left.map { (1.9...2.2).contains($0) } == true)
        #expect(machine.state.target == nil)
    }

    @Test func failedFocusReleasesTheExposure() {
        var machine = Self.machine(.contrast(Self.range), metering: .spot)
        _ = machine.handle(.clicked(Self.target))
        _ = machine.handle(.controlRefused(.focusAutomatic, at: FormulaCamera.time(0)))
        let effects = (0..<40).flatMap { step in
            machine.handle(Self.scene(Double(step) / 10, step < 10 ? 60 : 250))
        }
        #expect(effects.contains(.meter(nil)))
        #expect(machine.state.target == nil)
    }

    @Test func aMomentOfAnotherSceneIsForgiven() {
        var machine = Self.machine(.fixed)
        _ = machine.handle(.clicked(Self.target))
        for step in 0..<60 {
            _ = machine.handle(Self.scene(Double(step) / 10, step % 9 < 6 ? 60 : 250))
        }
        #expect(machine.state.target != nil)
    }

    @Test func oneShotIsBelievedWhenThePictureAgrees() {
        var machine = Self.machine(.oneShot)
        let effects = machine.handle(.clicked(Self.target))
        #expect(effects.suffix(2) == [.setControl(.focusAutomatic, 0), .setControl(.focusStart, 1)])
        var asked = 0
        for step in 1...60 where machine.state.isHunting {
            let seconds = Double(step) / 30
            let detail: Float = step < 10 ? 40 + Float(step) * 100 : 1000
            if machine.handle(Self.frame(seconds, detail)).contains(.readControl(.focusStatus)) {
                asked += 1
                let status = step < 10 ? OneShotStatus.busy : .reached
                _ = machine.handle(
                    .controlRead(.focusStatus, status.rawValue, at: FormulaCamera.time(seconds)))
            }
        }
        #expect(asked > 2)
        guard case .locked = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
    }

    @Test func oneShotFocusReachedOnABlankSceneFails() {
        var machine = Self.machine(.oneShot)
        _ = machine.handle(.clicked(Self.target))
        for step in 1...60 where machine.state.isHunting {
            let seconds = Double(step) / 30
            if machine.handle(Self.frame(seconds, 0.02)).contains(.readControl(.focusStatus)) {
                let reached = OneShotStatus.reached.rawValue
                _ = machine.handle(.controlRead(.focusStatus, reached, at: FormulaCamera.time(seconds)))
            }
        }
        guard case .failed(_, .noContrast, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
    }

    @Test func oneShotThatFailsSaysSo() {
        var machine = Self.machine(.oneShot)
        _ = machine.handle(.clicked(Self.target))
        let status = OneShotStatus.failed.rawValue
        _ = machine.handle(.controlRead(.focusStatus, status, at: FormulaCamera.time(0.1)))
        guard case .failed(_, .noPeak, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
    }

    @Test func theRegionIsGivenAndThePictureMustSettle() {
        var machine = Self.machine(.region, metering: .region)
        let effects = machine.handle(.clicked(Self.target))
        #expect(effects.contains(.setRegion(Self.target.window, [.focus, .exposure])))
        for step in 1...60 where machine.state.isHunting {
            _ = machine.handle(Self.frame(Double(step) / 30, step < 12 ? Float(step) * 80 : 960))
        }
        guard case .locked = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(machine.handle(.cancelled).contains(.setRegion(nil, [.focus, .exposure])))
    }

    /// No event in any state may trap, leave the mark of an old point, or forget the camera.
    @Test func everyEventIsHandledInEveryState() {
        for (name, machine) in Self.states() {
            for event in Self.events {
                var machine = machine
                let effects = machine.handle(event)
                switch event {
                case .cancelled, .deviceLost:
                    #expect(machine.state.target == nil, "\(name), \(event)")
                    #expect(!machine.state.isHunting)
                case .clicked(let target):
                    #expect(machine.state.target == target, "\(name)")
                    #expect(effects.contains { if case .indicate = $0 { true } else { false } })
                default: break
                }
            }
        }
    }

    private static func states() -> [(String, FocusMachine)] {
        var continuous = machine(.contrast(range))
        var releasing = continuous
        _ = releasing.handle(.clicked(target))
        var searching = releasing
        _ = searching.handle(.controlWritten(.focusAutomatic, 0, at: FormulaCamera.time(0)))
        var failed = releasing
        _ = failed.handle(.wakeUpDue)
        var watching = machine(.oneShot)
        _ = watching.handle(.clicked(target))
        var fixed = machine(.fixed)
        _ = fixed.handle(.clicked(target))
        var camera = FormulaCamera()
        var locked = FocusMachine(camera.capabilities)
        _ = camera.play(&locked)
        _ = continuous.handle(.wakeUpDue)
        return [
            ("continuous", continuous), ("releasing", releasing), ("searching", searching),
            ("failed", failed),
            ("watching", watching), ("fixed", fixed), ("locked", locked),
        ]
    }

    private static let events: [FocusEvent] = [
        .clicked(FocusTarget(.center, at: FormulaCamera.time(1))), frame(1), frame(1, nil), scene(1, 3),
        .controlWritten(.focusAutomatic, 0, at: FormulaCamera.time(1)),
        .controlWritten(.focusPosition, 5, at: FormulaCamera.time(1)),
        .controlRefused(.focusAutomatic, at: FormulaCamera.time(1)),
        .controlRefused(.focusPosition, at: FormulaCamera.time(1)),
        .controlRead(.focusStatus, 2, at: FormulaCamera.time(1)), .cancelled, .deviceLost, .wakeUpDue,
    ]
}
