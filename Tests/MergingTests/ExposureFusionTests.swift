// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Merging

struct ExposureFusionTests {
    /// A scene with a wedge of sixteen steps at the bottom, three quarters of a stop each; in light, white is 1 at an exposure of 1.
    private static func bracket(_ exposures: [Float], object: Bool = false, seed: UInt64 = 1) -> [RGBPicture]
    {
        let scene = SyntheticScene(seed: 11)
        var random = Seeded(seed)
        return exposures.enumerated().map { index, exposure in
            let place: SyntheticScene.Object = (60 + 70 * Float(index), 100, 14, [210, 60, 50])
            var codes = scene.view(object: object ? place : nil)
            for y in 190..<230 {
                for x in 0..<320 {
                    var light: Float = 4
                    for _ in 0..<x / 20 { light *= 0.595 }
                    for channel in 0..<3 { codes[3 * (y * 320 + x) + channel] = SyntheticScene.code(light) }
                }
            }
            return scene.frame(codes, random: &random, noise: 0.2) { _ in exposure }
        }
    }

    private static func step(_ number: Int, of picture: RGBPicture) -> Float {
        var sum: Float = 0
        for y in 200..<220 {
            for x in 20 * number + 6..<20 * number + 14 {
                sum += Float(picture.samples[3 * (y * 320 + x) + 1])
            }
        }
        return sum / 160
    }

    @Test func aBracketShowsMoreStopsThanAnExposure() {
        let frames = Self.bracket([1, 0.2, 5])
        let result = merged(.hdr, frames)
        func shown(_ picture: RGBPicture) -> Int {
            (0..<16).count { (6..<250).contains(Self.step($0, of: picture)) }
        }
        #expect(shown(frames[0]) <= 13)
        #expect(shown(result) >= 15)
        // Neither grey mush: the ends are far apart.
        #expect(Self.step(0, of: result) - Self.step(15, of: result) > 90)
    }

    @Test(arguments: [[1, 0.25, 4], [0.25, 1, 4], [4, 1, 0.25]] as [[Float]])
    func whatMovesIsThereOnceAndWhole(exposures: [Float]) {
        let (moving, still) = (Self.bracket(exposures, object: true), Self.bracket(exposures, seed: 2))
        let (result, empty) = (merged(.hdr, moving), merged(.hdr, still))
        let scene = SyntheticScene(seed: 11)
        let background = empty.samples.map { Float($0) }
        let middle = exposures.firstIndex(of: 1) ?? 0
        for index in 0..<3 {
            let left = 46 + 70 * index
            func isThere(_ x: Int, _ y: Int) -> Bool {
                (left..<left + 28).contains(x) && (86..<114).contains(y)
            }
            let likeness = scene.psnr(result, background, where: isThere)
            #expect(index == middle ? likeness < 15 : likeness > 22, "at \(index): \(likeness) dB")
        }
    }

    @Test func equalExposuresAreThatPicture() {
        let frame = Self.bracket([1])[0]
        let result = merged(.hdr, [frame, frame, frame])
        #expect(zip(result.samples, frame.samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
}
