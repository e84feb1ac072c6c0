// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Merging

struct FocusStackTests {
    /// Frames of which each is sharp in one third, from left to right, and whose field of view breathes.
    private static func stack(_ scene: SyntheticScene, noise: Float) -> [RGBPicture] {
        var random = Seeded(4)
        return (0..<3).map { index in
            let placement = Placement(x: 0, y: 0, rotation: 0, magnification: 1 + 0.006 * Float(index))
            let sharp = scene.frame(
                scene.view(at: placement), random: &random, noise: noise)
            let channels = Channels(sharp)
            let blurred = channels.planes.map { $0.boxed(radius: 3).boxed(radius: 3) }
            let thirds = index * scene.width / 3..<(index + 1) * scene.width / 3
            for (plane, soft) in zip(channels.planes, blurred) {
                for y in 0..<scene.height {
                    for x in 0..<scene.width where !thirds.contains(x) { plane.row(y)[x] = soft.row(y)[x] }
                }
            }
            return channels.picture(isDeep: false)
        }
    }

    @Test func theSharpestOfEachPlaceIsTaken() {
        let scene = SyntheticScene(seed: 12)
        let truth = scene.view()
        let frames = Self.stack(scene, noise: 0.15)
        let result = merged(.focus, frames)
        let best = frames.map { scene.psnr($0, truth) }.max() ?? 0
        let ours = scene.psnr(result, truth)
        #expect(ours > best + 5, "frames \(best), ours \(ours)")
        // In the thirds themselves, away from where they meet.
        for index in 0..<3 {
            let inner = index * scene.width / 3 + 8..<(index + 1) * scene.width / 3 - 8
            let (here, alone) = (
                scene.psnr(result, truth) { x, _ in inner.contains(x) },
                scene.psnr(frames[0], truth) { x, _ in inner.contains(x) }
            )
            #expect(here > 27, "third \(index): \(here), the first frame \(alone)")
        }
    }
}
