// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import CaptureCore

/// Motors that take seconds for their range. Their movement between a command and standing is never seen directly.
struct SlowMotorTests {
    struct Lens: CustomTestStringConvertible {
        let start: Int64
        let optimum: Double
        let speed: Double
        var testDescription: String { "from \(start) to \(optimum) at \(speed)" }
    }

    /// A thousand steps; as many frames as the search may take beside the motor's own time.
    @Test(arguments: [
        Lens(start: 333, optimum: 0.81, speed: 160), Lens(start: 500, optimum: 0.9, speed: 250),
    ])
    func restingLensIsNotWaitedFor(lens: Lens) {
        var camera = FormulaCamera()
        camera.range = FocusRange(lower: 0, upper: 1000, step: 1)!
        (camera.start, camera.optimum, camera.speed) = (lens.start, lens.optimum, lens.speed)
        var machine = FocusMachine(camera.capabilities)
        let frames = camera.play(&machine, frames: 2000)
        guard case .locked = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        let end = Double(frames) * camera.interval
        #expect(abs(camera.lens(at: end) / 1000 - lens.optimum) < 0.02)
        #expect(Double(frames) - camera.framesOfTravel(until: end) <= 25)
    }

    /// Moving in one direction from one end, a lens shows the same whether half of the range is left, or more.
    @Test func movingLensMayHaveAnySpeed() {
        var (track, likelihood) = (LensTrack(start: 0), LensLikelihood())
        track.record(1, at: 0)
        likelihood.prepare(Self.passing(travel: 4, until: 2), thinning: 1)
        let costs = [2.5, 4, 6, 9].map { travel in
            let motion = LensMotion(delay: 0, travel: travel)
            return likelihood.cost(of: motion, track, tolerance: 0.0002) - LensLikelihood.prior(motion)
        }
        #expect(costs.max()! - costs.min()! < 1)
    }

    /// Motions that still have the lens moving are ruled out a few frames after it stands, and not before.
    @Test func restingLensIsRecognized() throws {
        var track = LensTrack(start: 0)
        track.record(1, at: 0)
        let interval = 1.0 / 30
        let candidates = LensMotion.unknown(interval: interval, slowest: 12)
        for frames in [-10, 5] {
            var estimator = LensEstimator(candidates: candidates, interval: interval)
            let now = 4 + Double(frames) * interval
            let best = estimator.best(track, Self.passing(travel: 4, until: now))
            #expect(estimator.hasArrived(at: now) == (frames > 0))
            let motion = try #require(best)
            if frames > 0 { #expect(abs(motion.travel - 4) < 0.2) }
        }
    }

    /// Frames of a lens that crosses the range once, without delay, past a thing that is sharpest in the middle.
    private static func passing(travel: Double, until end: Double) -> FocusSamples {
        var camera = FormulaCamera()
        var samples = FocusSamples()
        camera.optimum = 0.5
        camera.delay = 0
        for frame in 1... {
            let time = Double(frame) * camera.interval
            guard time <= end else { break }
            camera.start = Int64((250 * min(1, time / travel)).rounded())
            samples.append(camera.sample(at: time), at: time)
        }
        samples.score()
        return samples
    }
}
