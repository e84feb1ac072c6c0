// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

/// The search's promises; focus-bench plays a hundred scenes of each kind.
struct ContrastSearchTests {
    private func isNearOptimum(_ camera: FormulaCamera, after frames: Int) -> Bool {
        let place = camera.lens(at: Double(frames + 200) * camera.interval) / 250
        return abs(place - (camera.optimum ?? -1)) <= 0.02
    }

    @Test(arguments: [0.0, 0.37, 0.83, 1])
    func findsTheOptimumWhereverItIs(optimum: Double) {
        var camera = FormulaCamera()
        camera.optimum = optimum
        var machine = FocusMachine(camera.capabilities)
        let frames = camera.play(&machine)
        guard case .locked = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(isNearOptimum(camera, after: frames))
        #expect(Double(frames) < 25 + 2.5 * 250 / camera.speed / camera.interval)
    }

    @Test(arguments: [1.0, 2.5, 4], [150.0, 5000])
    func judgesFramesByWhereTheLensWas(delay: Double, speed: Double) throws {
        var camera = FormulaCamera()
        (camera.delay, camera.speed) = (delay, speed)
        var machine = FocusMachine(camera.capabilities)
        let frames = camera.play(&machine)
        guard case .locked = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(isNearOptimum(camera, after: frames))
        let motion = try #require(machine.motion)
        #expect(abs(motion.delay - delay * camera.interval) < camera.interval)
    }

    @Test func focusOnNothingFailsAndIsReleased() {
        var camera = FormulaCamera()
        camera.optimum = nil
        var machine = FocusMachine(camera.capabilities)
        let frames = camera.play(&machine)
        guard case .failed(_, .noContrast, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(frames < 60)
    }

    @Test func knowledgeOfTheLensNeverSlowsTheSearch() throws {
        var camera = FormulaCamera()
        var machine = FocusMachine(camera.capabilities)
        let first = camera.play(&machine)
        let motion = try #require(machine.motion)
        var again = FormulaCamera()
        var experienced = FocusMachine(again.capabilities, motion: motion)
        let second = again.play(&experienced)
        guard case .locked = experienced.state else {
            Issue.record("\(experienced.state)")
            return
        }
        #expect(second <= first + 3)
    }

    @Test func aClickDuringASweepRestartsItAtTheNewPoint() {
        var camera = FormulaCamera()
        var machine = FocusMachine(camera.capabilities)
        let corner = FocusTarget(
            PointOfInterest(x: 0.9, y: 0.1), at: FormulaCamera.time(0.2), lensPosition: 40)
        let frames = camera.play(&machine) { frame, machine in
            frame == 6 ? machine.handle(.clicked(corner)) : []
        }
        guard case .locked(let target, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(target.point == corner.point)
        #expect(isNearOptimum(camera, after: frames))
    }

    /// Some of the benchmark's seeded scenes, with real pictures.
    @Test(arguments: [FocusSceneClass.narrowPeak, .halves, .noisy, .nothing])
    func recordingEndsOnAPicture(kind: FocusSceneClass) {
        let scene = kind.scene(seed: 1)
        let trial = FocusTrial(scene)
        #expect(trial.isRight(for: scene), "off by \(trial.error)")
    }

    /// Scenes in which the parabola's top is nearer to the step beside the sharpest, and that would be seen.
    @Test(arguments: [63, 64, 66] as [UInt64])
    func neighbourOfTheSharpestStepIsNotAccepted(seed: UInt64) {
        let scene = FocusSceneClass.steep.scene(seed: seed)
        let trial = FocusTrial(scene)
        #expect(trial.isRight(for: scene), "off by \(trial.error)")
        #expect(trial.framesBesideTravel <= 25)
    }

    /// Scenes in which the frames on the way show that a step beside the computed top is visibly sharper.
    @Test(
        arguments: [(.steep, 117), (.range10, 78), (.range10, 128), (.range10, 207)]
            as [(FocusSceneClass, UInt64)])
    func searchStopsWhereTheNextStepIsNoSharper(kind: FocusSceneClass, seed: UInt64) {
        let trial = FocusTrial(kind.scene(seed: seed))
        #expect(trial.isLocked == true)
        #expect(!trial.isSoft, "\(trial.loss) less detail than beside it")
        #expect(trial.framesBesideTravel <= 25)
    }

    @Test func theSameSeedIsTheSameScene() {
        let trials = (0..<2).map { _ in FocusTrial(FocusSceneClass.noisy.scene(seed: 3)) }
        #expect(trials[0].error == trials[1].error)
        #expect(trials[0].frames == trials[1].frames)
    }
}
