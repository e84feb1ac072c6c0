// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct FrameRateTests {
    /// As drivers state them.
    @Test(arguments: [
        (UInt32(30), UInt32(1), "30"), (30000, 1001, "29.97"), (15, 2, "7.5"), (10_000_000, 57143, "175"),
        (10_000_000, 333_333, "30"), (1, 20, "0.05"), (1, 3000, "0"),
    ])
    func ratesAreShownAsNumbers(numerator: UInt32, denominator: UInt32, words: String) throws {
        let rate = try #require(FrameRate(numerator: numerator, denominator: denominator))
        #expect(rate.rounded == words)
    }

    @Test func ratesAreComparedAsFractions() throws {
        let ntsc = try #require(FrameRate(numerator: 30_000, denominator: 1001))
        let doubled = try #require(FrameRate(numerator: 60, denominator: 2))
        #expect(doubled == FrameRate(30))
        #expect(ntsc < FrameRate(30) && ntsc > FrameRate(29))
        #expect(Set([doubled, FrameRate(30), ntsc]).count == 2)
    }

    @Test func numbersThatMeanNothingAreRefused() {
        #expect(FrameRate(numerator: 0, denominator: 1) == nil)
        #expect(FrameRate(numerator: 30, denominator: 0) == nil)
        #expect(FrameRate(0) == FrameRate(1))
    }

    @Test func theLargestNumbersDoNotOverflow() throws {
        let huge = try #require(FrameRate(numerator: .max, denominator: .max))
        #expect(huge == FrameRate(1))
        let slow = try #require(FrameRate(numerator: 1, denominator: .max))
        #expect(slow < huge)
        #expect(slow.interval == .seconds(Int64(UInt32.max)))
    }

    @Test func intervalIsTheInverseOfTheRate() {
        #expect(FrameRate(30).interval == .nanoseconds(33_333_333))
        #expect(FrameRate(50).interval == .milliseconds(20))
    }
}

@Suite struct PixelFormatTests {
    @Test func controlCodesEqualTheKernels() {
        // v4l2_fourcc('Y', 'U', 'Y', 'V') and v4l2_fourcc('M', 'J', 'P', 'G') in videodev2.h.
        #expect(PixelFormat.yuyv.rawValue == 0x5659_5559)
        #expect(PixelFormat.mjpeg.rawValue == 0x4750_4A4D)
        #expect(PixelFormat("NV12") == .nv12)
    }

    @Test func theDescriptionIsReadableWhateverTheBytes() {
        #expect(PixelFormat.mjpeg.description == "MJPG")
        #expect(PixelFormat(rawValue: 0x0141_FF42).description == "B?A?")
    }

    @Test func onlyJPEGsAreCompressed() {
        let formats: [PixelFormat] = [
            .mjpeg, .jpeg, .yuyv, .uyvy, .nv12, .yuv420, .grey, .rgb24, .bgr24, .bgrx32, .bgra32, .rgbx32,
            .rgba32,
        ]
        #expect(formats.filter(\.isCompressed) == [.mjpeg, .jpeg])
    }

    @Test func wholeFramesHaveTheirSize() {
        func layout(_ format: PixelFormat, _ width: Int, _ height: Int, line: Int) -> FrameLayout {
            FrameLayout(
                format: format, size: PixelSize(width: width, height: height), bytesPerLine: line,
                color: .video)
        }
        func bytes(_ format: PixelFormat, _ width: Int, _ height: Int, line: Int) -> Int? {
            layout(format, width, height, line: line).wholeByteCount
        }
        #expect(bytes(.yuyv, 640, 480, line: 1280) == 614_400)
        #expect(bytes(.nv12, 640, 480, line: 640) == 460_800)
        #expect(bytes(.rgba32, 640, 480, line: 2560) == 1_228_800)
        #expect(bytes(.nv12, 640, 481, line: 640) == 640 * (481 + 241))
        #expect(layout(.nv12, 640, 481, line: 640).leastByteCount == 640 * (481 + 240))
        #expect(layout(.nv12, 640, 480, line: 640).leastByteCount == 460_800)
        #expect(bytes(.yuv420, 640, 480, line: 640) == 460_800)
        #expect(bytes(.yuv420, 639, 479, line: 639) == 639 * 479 + 2 * 320 * 240)
        #expect(bytes(.mjpeg, 640, 480, line: 0) == nil)
    }
}

@Suite struct TimeTests {
    @Test func momentsAndDurationsAddUp() {
        let start = MonotonicTime(nanoseconds: 1_500_000_000)
        #expect(start + .milliseconds(2500) == MonotonicTime(nanoseconds: 4_000_000_000))
        #expect(start + .milliseconds(-500) == MonotonicTime(nanoseconds: 1_000_000_000))
        #expect((start + .seconds(3)) - start == .seconds(3))
        #expect(start - (start + .seconds(3)) == .seconds(-3))
    }
}
