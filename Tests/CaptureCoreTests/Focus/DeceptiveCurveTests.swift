// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// Curves whose apparent top is not the real one.
struct DeceptiveCurveTests {
    private func end(_ camera: inout FormulaCamera) throws -> Double {
        var machine = FocusMachine(camera.capabilities)
        let frames = camera.play(&machine)
        guard case .locked = machine.state else {
            Issue.record("\(machine.state)")
            return .nan
        }
        let range = Double(camera.range.upper - camera.range.lower)
        return camera.lens(at: Double(frames + 200) * camera.interval) / range
    }

    /// The fine pass ends before the range does, and the curve has only risen.
    @Test(arguments: [4.0, 6, 8, 14], [1.0, 1.3, 1.7, 2.4])
    func optimumAtTheEndOfTheRangeIsFound(blurAtEnd: Double, delay: Double) throws {
        var camera = FormulaCamera()
        (camera.optimum, camera.start, camera.speed) = (0, 98, 1700)
        (camera.blurAtEnd, camera.delay) = (blurAtEnd, delay)
        #expect(try end(&camera) <= 0.02)
    }

    /// Sharpest between the only two positions, which the lens passes.
    @Test(arguments: [0.2, 0.3, 0.7, 0.8], [1.6, 1.8, 2])
    func sharpnessInPassingSetsNoExpectation(optimum: Double, delay: Double) throws {
        var camera = FormulaCamera()
        camera.range = FocusRange(lower: 0, upper: 1, step: 1)!
        (camera.start, camera.optimum, camera.speed, camera.delay) = (1, optimum, 100, delay)
        #expect(try end(&camera) == optimum.rounded())
    }

    /// On a shoulder a moving lens looks like a standing one.
    @Test(arguments: [1.1, 1.5])
    func shoulderOfTheCurveIsNoOptimum(delay: Double) throws {
        var camera = FormulaCamera()
        (camera.optimum, camera.start, camera.speed, camera.delay) = (0.9, 45, 254, delay)
        (camera.blurAtEnd, camera.shoulder) = (17, (0.1, 0.44))
        #expect(try abs(end(&camera) - 0.9) <= 0.02)
    }
}
