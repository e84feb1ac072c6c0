// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import Imaging

@Suite struct SharpnessJudgeTests {
    private let size = PixelSize(width: 160, height: 120)

    /// Fine stripes, blurred over this many pixels.
    private func frame(blur: Int, isDamaged: Bool = false) -> Frame {
        let layout = FrameLayout(format: .grey, size: size, bytesPerLine: size.width, color: .jpeg)
        let bytes = (0..<size.area).map { index -> UInt8 in
            let x = index % size.width
            let sum = (0..<blur).reduce(0) { $0 + ((x + $1) / 6 % 2 == 0 ? 40 : 200) }
            return UInt8(sum / blur)
        }
        return Frame.test(bytes, layout, isDamaged: isDamaged)
    }

    @Test func theLessBlurTheSharper() async throws {
        let judge = SharpnessJudge()
        var last = Double.infinity
        for blur in [1, 3, 5, 9] {
            let sharpness = try #require(await judge.sharpness(of: frame(blur: blur)))
            #expect(sharpness < last)
            last = sharpness
        }
    }

    @Test func aDamagedFrameIsNotJudged() async {
        #expect(await SharpnessJudge().sharpness(of: frame(blur: 1, isDamaged: true)) == nil)
    }

    @Test func unreadableFrameIsNotJudged() async {
        #expect(await SharpnessJudge().sharpness(of: .jpeg([1, 2, 3], size)) == nil)
    }
}
