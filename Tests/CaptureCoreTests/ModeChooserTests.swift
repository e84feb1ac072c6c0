// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct ModeChooserTests {
    private let shown: [PixelFormat] = [.nv12, .yuyv, .mjpeg, .rgb24, .grey]

    private func offer(
        _ format: PixelFormat, _ width: Int, _ height: Int, _ rates: UInt32..., isEmulated: Bool = false
    ) -> ModeOffer {
        ModeOffer(
            format: format, size: PixelSize(width: width, height: height), rates: rates.map { FrameRate($0) },
            isEmulated: isEmulated)
    }

    private func best(_ offers: [ModeOffer]) -> CaptureMode? {
        ModeChooser.ranked(offers, supported: shown).first
    }

    @Test func theLargestSmoothModeWinsWhateverCameFirst() {
        let mode = best([
            offer(.yuyv, 640, 480, 30), offer(.yuyv, 1920, 1080, 5), offer(.mjpeg, 1280, 720, 30),
            offer(.mjpeg, 1920, 1080, 30),
        ])
        #expect(mode?.size == PixelSize(width: 1920, height: 1080))
        #expect(mode?.format == .mjpeg)
    }

    @Test func twentyFourFramesASecondAreSmoothAndFewerAreNot() {
        #expect(best([offer(.yuyv, 640, 480, 30), offer(.yuyv, 1280, 720, 24)])?.size.width == 1280)
        #expect(best([offer(.yuyv, 640, 480, 30), offer(.yuyv, 1280, 720, 23)])?.size.width == 640)
    }

    @Test func rateJustBelowThirtyIsBelowThirty() throws {
        let odd = try #require(FrameRate(numerator: 30_000, denominator: 1001))
        let modes = ModeChooser.ranked(
            [
                ModeOffer(format: .yuyv, size: PixelSize(width: 640, height: 480), rates: [odd]),
                ModeOffer(format: .mjpeg, size: PixelSize(width: 640, height: 480), rates: [FrameRate(30)]),
            ], supported: shown)
        #expect(modes.map(\.format) == [.mjpeg, .yuyv])
        #expect(modes.last?.rate == odd)
    }

    @Test(
        arguments: [
            ([60, 30, 15], 30), ([15, 30, 60], 30), ([60, 50], 50), ([25, 15], 25), ([10, 5], 10), ([30], 30),
        ] as [([UInt32], UInt32)])
    func theRateIsThirtyOrTheNearestAbove(rates: [UInt32], chosen: UInt32) {
        let size = PixelSize(width: 640, height: 480)
        let offer = ModeOffer(format: .yuyv, size: size, rates: rates.map { FrameRate($0) })
        #expect(best([offer])?.rate == FrameRate(chosen))
    }

    @Test func aDriverThatNamesNoRateIsTrusted() {
        let silent = ModeOffer(format: .yuyv, size: PixelSize(width: 1280, height: 720), rates: [])
        #expect(best([offer(.yuyv, 640, 480, 30), silent])?.size.width == 1280)
    }

    @Test func rawComesBeforeMotionJPEGOfTheSameSize() {
        #expect(best([offer(.mjpeg, 1280, 720, 30), offer(.yuyv, 1280, 720, 30)])?.format == .yuyv)
        #expect(best([offer(.mjpeg, 1280, 720, 30), offer(.yuyv, 1280, 720, 10)])?.format == .mjpeg)
    }

    @Test func greyIsForWhenThereIsNothingElse() {
        #expect(best([offer(.grey, 1920, 1080, 30), offer(.yuyv, 640, 480, 30)])?.format == .yuyv)
        #expect(best([offer(.grey, 640, 360, 30)])?.format == .grey)
    }

    @Test func emulatedModesAreForWhenNothingNativeCanBeShown() {
        let emulated = offer(.rgb24, 1920, 1080, 30, isEmulated: true)
        #expect(best([emulated, offer(.yuyv, 640, 480, 30)])?.format == .yuyv)
        #expect(best([emulated, offer(PixelFormat("H264"), 1920, 1080, 30)])?.format == .rgb24)
    }

    @Test func h264IsForWhenThereIsNothingElse() {
        let offers = [
            offer(.h264, 1920, 1080, 30), offer(.grey, 320, 240, 5),
            offer(.rgb24, 640, 480, 30, isEmulated: true),
        ]
        let formats = shown + [.h264]
        #expect(ModeChooser.ranked(offers, supported: formats).map(\.format) == [.grey])
        #expect(ModeChooser.ranked([offers[0], offers[2]], supported: formats).map(\.format) == [.rgb24])
        #expect(ModeChooser.ranked([offers[0]], supported: formats).map(\.format) == [.h264])
    }

    @Test func h264IsTakenWhereItIsWished() {
        let offers = [offer(.mjpeg, 1280, 720, 30), offer(.h264, 1920, 1080, 30)]
        let preferred = CaptureMode(
            format: .h264, size: PixelSize(width: 1920, height: 1080), rate: FrameRate(30))
        let modes = ModeChooser.ranked(offers, supported: shown + [.h264], preferred: preferred)
        #expect(modes.map(\.format) == [.h264, .mjpeg])
    }

    @Test func formatsThatCannotBeShownAreLeftOut() {
        let offers = [
            offer(PixelFormat("H264"), 1920, 1080, 30), offer(.yuyv, 0, 480, 30), offer(.yuyv, 640, 0, 30),
        ]
        #expect(ModeChooser.ranked(offers, supported: shown).isEmpty)
        #expect(ModeChooser.ranked([], supported: shown).isEmpty)
    }

    @Test func fastestOfSlowModesWins() {
        let mode = best([offer(.yuyv, 1920, 1080, 5), offer(.yuyv, 640, 480, 15)])
        #expect(mode?.rate == FrameRate(15))
    }

    @Test func eachFormatAndSizeComesOnce() {
        let twice = [offer(.yuyv, 640, 480, 30), offer(.yuyv, 640, 480, 15)]
        #expect(ModeChooser.ranked(twice, supported: shown).count == 1)
    }

    @Test func withoutRoomOnTheBusTheSameSizeIsTriedCompressedThenSmaller() throws {
        let ranked = ModeChooser.ranked(
            [
                offer(.yuyv, 1920, 1080, 30), offer(.mjpeg, 1920, 1080, 30), offer(.yuyv, 1280, 720, 30),
                offer(.mjpeg, 1280, 720, 30), offer(.yuyv, 2560, 1440, 5),
            ], supported: shown)
        let first = try #require(ranked.first)
        let lighter = ModeChooser.lighter(than: first, among: ranked)
        #expect(
            lighter.map { "\($0.format) \($0.size.height)" } == ["MJPG 1080", "YUYV 720", "MJPG 720"])
        #expect(
            ModeChooser.lighter(than: lighter[0], among: ranked).map(\.size.height) == [720, 720])
    }

    @Test func retriesForDiskSpaceEnd() {
        let ranked = ModeChooser.ranked(
            [offer(.yuyv, 640, 480, 30), offer(.mjpeg, 640, 480, 30)], supported: shown)
        var (modes, tries) = (ranked, 0)
        while let mode = modes.first {
            modes = ModeChooser.lighter(than: mode, among: ranked)
            tries += 1
            guard tries < 10 else { break }
        }
        #expect(tries == 2)
    }

    @Test func everyModeCanBeWishedLargeAndFastOnesFirst() {
        let offers = [
            offer(.yuyv, 640, 480, 15, 30), offer(.mjpeg, 1280, 720, 30), offer(.yuyv, 1280, 720, 10, 30),
            offer(PixelFormat("Z16 "), 640, 480, 30), offer(.yuyv, 640, 480, 30), offer(.yuyv, 0, 480, 30),
        ]
        let all = ModeChooser.all(offers, supported: shown).map(\.description)
        #expect(
            all == [
                "YUYV 1280x720 @ 30.0", "MJPG 1280x720 @ 30.0", "YUYV 1280x720 @ 10.0", "YUYV 640x480 @ 30.0",
                "YUYV 640x480 @ 15.0",
            ])
    }

    @Test func requestedModeComesFirstAndTheOrderOfOthersStays() throws {
        let offers = [offer(.mjpeg, 1280, 720, 30), offer(.yuyv, 640, 480, 15, 30)]
        let preferred = CaptureMode(
            format: .yuyv, size: PixelSize(width: 640, height: 480), rate: FrameRate(15))
        let modes = ModeChooser.ranked(offers, supported: shown, preferred: preferred)
        #expect(modes.first == preferred)
        #expect(Array(modes.dropFirst()) == ModeChooser.ranked(offers, supported: shown))
        var gone = preferred
        gone.rate = FrameRate(60)
        #expect(
            ModeChooser.ranked(offers, supported: shown, preferred: gone)
                == ModeChooser.ranked(offers, supported: shown))
    }

    @Test func onlyUncompressedPicturesHaveAKnownSize() {
        let size = PixelSize(width: 1920, height: 1080)
        #expect(
            CaptureMode(format: .yuyv, size: size, rate: FrameRate(30)).bytesPerSecond == 124_416_000)
        #expect(CaptureMode(format: .mjpeg, size: size, rate: FrameRate(30)).bytesPerSecond == nil)
    }
}
