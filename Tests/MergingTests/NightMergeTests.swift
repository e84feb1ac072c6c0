// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

@testable import Merging

struct NightMergeTests {
    @Test(arguments: [(3.37, -2.62, 0.31), (-11.4, 8.3, -0.5), (0.25, 0.4, 0.0)] as [(Float, Float, Float)])
    func aShiftAndARotationAreFound(x: Float, y: Float, degrees: Float) {
        let scene = SyntheticScene(seed: 3)
        var random = Seeded(9)
        let truth = Placement(x: x, y: y, rotation: degrees * .pi / 180)
        let reference = scene.frame(scene.view(), random: &random)
        let frame = scene.frame(scene.view(at: truth), random: &random)
        let aligner = Aligner(reference: Channels(reference).luma())
        let found = aligner.placement(of: Channels(frame).luma())
        #expect(abs(found.x - x) < 0.05 && abs(found.y - y) < 0.05)
        #expect(abs(found.rotation - truth.rotation) < 0.02 * .pi / 180)
    }

    @Test func aStillBurstIsNearerToTheTruthThanTheMean() {
        let scene = SyntheticScene(seed: 4)
        var random = Seeded(1)
        let truth = scene.view()
        let frames = (0..<8).map { _ in scene.frame(truth, random: &random) }
        let ceiling = scene.psnr(SyntheticScene.mean(frames), truth)
        #expect(scene.psnr(merged(.night, frames), truth) > ceiling + 1)
    }

    @Test func aHandHeldBurstIsNearerToTheTruthThanTheMeanOfAStillOne() {
        let scene = SyntheticScene(seed: 5)
        var random = Seeded(2)
        let truth = scene.view()
        let (still, moved) = Self.stillAndHandHeld(scene, truth, &random)
        let ceiling = scene.psnr(SyntheticScene.mean(still), truth)
        #expect(scene.psnr(merged(.night, moved), truth) > ceiling + 0.5)
    }

    private static func stillAndHandHeld(
        _ scene: SyntheticScene, _ truth: [Float], _ random: inout Seeded
    ) -> ([RGBPicture], [RGBPicture]) {
        let still = (0..<8).map { _ in scene.frame(truth, random: &random) }
        let moved = (0..<8).map { index in
            let placement =
                index == 0
                ? Placement.identity
                : Placement(
                    x: 12 * random.uniform() - 6, y: 12 * random.uniform() - 6,
                    rotation: (random.uniform() - 0.5) * .pi / 180)
            return scene.frame(scene.view(at: placement), random: &random)
        }
        return (still, moved)
    }

    /// Bright on dark is the hard case: only what moves is bright, so nothing else says how noisy brightness is.
    @Test(arguments: [(1, 200), (0.2, 230), (1, 70)] as [(Float, Float)])
    func whatMovesLeavesNoGhost(brightness: Float, light: Float) {
        let scene = SyntheticScene(seed: 6, brightness: brightness)
        var random = Seeded(3)
        let views = (0..<8).map { index in
            scene.view(
                object: (
                    100 + 9 * Float(index), 90 + 4 * Float(index), 15, [light, light * 0.8, light * 0.6]
                ))
        }
        let frames = views.map { scene.frame($0, random: &random) }
        let result = merged(.night, frames)
        // Where the thing is in any frame, with a margin.
        func isMoving(_ x: Int, _ y: Int) -> Bool { (80..<185).contains(x) && (70..<140).contains(y) }
        #expect(
            scene.psnr(result, views[0], where: isMoving) > scene.psnr(frames[0], views[0], where: isMoving)
                - 0.3)
        let (single, ceiling, ours) = (
            scene.psnr(frames[0], views[0]) { !isMoving($0, $1) },
            scene.psnr(SyntheticScene.mean(frames), views[0]) { !isMoving($0, $1) },
            scene.psnr(result, views[0]) { !isMoving($0, $1) }
        )
        #expect(ours - single > 0.95 * (ceiling - single))
    }

    @Test func lampsAndExposureStepsAreLevelled() {
        let scene = SyntheticScene(seed: 7)
        var random = Seeded(4)
        let truth = scene.view()
        func frames(_ gain: (Int, Int) -> Float) -> [RGBPicture] {
            (0..<8).map { index in scene.frame(truth, random: &random, gain: { gain(index, $0) }) }
        }
        let steady = scene.psnr(SyntheticScene.mean(frames { _, _ in 1 }), truth)
        // Without a step in the first, whose exposure the result has.
        let steps = frames { index, _ in [1, 0.8, 1.25, 1.1][index % 4] }
        #expect(scene.psnr(merged(.night, steps), truth) > steady)
        let lamps = frames { index, y in 1 + 0.12 * sinf(Float(index) * 2.4 + Float(y) * 0.06) }
        #expect(scene.psnr(merged(.night, lamps), truth) > scene.psnr(SyntheticScene.mean(lamps), truth))
    }

    @Test func aWhiteBalanceThatDriftsIsLevelled() {
        let scene = SyntheticScene(seed: 13)
        var random = Seeded(10)
        let truth = scene.view()
        let steady = (0..<8).map { _ in scene.frame(truth, random: &random) }
        let drifting = (0..<8).map { index -> RGBPicture in
            // The camera's own doing, so in codes.
            var codes = truth
            for pixel in stride(from: 0, to: codes.count, by: 3) where index > 0 {
                codes[pixel] *= 1 + 0.02 * Float(index % 4)
                codes[pixel + 2] *= 1 - 0.02 * Float(index % 4)
            }
            return scene.frame(codes, random: &random)
        }
        #expect(scene.psnr(merged(.night, drifting), truth) > scene.psnr(SyntheticScene.mean(steady), truth))
    }

    @Test func blackIsNotLifted() {
        // Noise below black is cut off, so the mean of a dark scene is too bright.
        let scene = SyntheticScene(seed: 8, brightness: 0.12)
        var random = Seeded(5)
        let truth = scene.view()
        let frames = (0..<8).map { _ in scene.frame(truth, random: &random) }
        func lift(_ codes: [Float]) -> Float {
            zip(codes, truth).reduce(0) { $0 + $1.0 - $1.1 } / Float(truth.count)
        }
        let mean = lift(SyntheticScene.mean(frames))
        let ours = lift(merged(.night, frames).samples.map { Float($0) })
        #expect(abs(ours) < 0.4 * abs(mean), "mean \(mean), ours \(ours)")
    }

    @Test func edgesThatOtherFramesDoNotReachAreThere() {
        let scene = SyntheticScene(seed: 9)
        var random = Seeded(6)
        let truth = scene.view()
        var frames = [scene.frame(truth, random: &random)]
        for index in 1..<6 {
            frames.append(
                scene.frame(
                    scene.view(at: Placement(x: 4 * Float(index), y: 0, rotation: 0)), random: &random))
        }
        let result = merged(.night, frames)
        func isEdge(_ x: Int, _ y: Int) -> Bool { x >= scene.width - 12 }
        #expect(scene.psnr(result, truth, where: isEdge) > scene.psnr(frames[0], truth, where: isEdge))
    }

    @Test func oneFrameIsItself() {
        let scene = SyntheticScene(width: 64, height: 48)
        var random = Seeded(7)
        let frame = scene.frame(scene.view(), random: &random)
        for kind in MergeKind.allCases { #expect(merged(kind, [frame]) == frame) }
    }

    @Test func theSameFramesGiveTheSamePicture() {
        let scene = SyntheticScene(seed: 10)
        var random = Seeded(8)
        let frames = (0..<4).map { _ in scene.frame(scene.view(), random: &random) }
        #expect(merged(.night, frames) == merged(.night, frames))
    }

    @Test(arguments: [(1, 1), (1, 40), (3, 2), (8, 8), (17, 9), (33, 31), (200, 6)])
    func picturesOfAnySizeAreMerged(width: Int, height: Int) {
        let codes = (0..<3 * width * height).map { UInt16($0 % 200 + 20) }
        let frame = RGBPicture(width: width, height: height, isDeep: false, samples: codes)
        for kind in MergeKind.allCases {
            let result = merged(kind, [frame, frame, frame])
            #expect(result.width == width && result.height == height)
        }
    }

    @Test(arguments: [0, 255] as [UInt16])
    func anEvenPictureStaysEven(code: UInt16) {
        let frame = RGBPicture(
            width: 160, height: 120, isDeep: false, samples: [UInt16](repeating: code, count: 160 * 120 * 3))
        for kind in MergeKind.allCases { #expect(merged(kind, [frame, frame, frame]) == frame) }
    }
}
