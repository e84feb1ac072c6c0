// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import Media

@Suite struct EncoderTrialTests {
    private let size = PixelSize(width: 640, height: 480)

    /// Tests the trial itself, with software encoders, which are known to work.
    @Test(.enabled(if: Installed.mp4, "no x264 encoder")) func whatWorksPasses() async {
        // Beside all other tests it is not fast.
        #expect(await EncoderTrial.passes(.x264, size, within: .seconds(600)))
    }

    @Test func missingEncoderDoesNotCount() async {
        for encoder in [PictureEncoder.vaH264, .v4l2H264] where !MediaLibrary.hasElement(encoder.rawValue) {
            #expect(await !EncoderTrial.passes(encoder, size))
        }
    }

    /// By table A-1 of ITU-T H.264.
    @Test(arguments: [
        (1920, 1080, 30, "4"), (640, 480, 30, "4"), (1280, 720, 60, "4"), (1920, 1080, 60, "4.2"),
        (2560, 1440, 30, "5.1"), (3840, 2160, 30, "5.1"), (3840, 2160, 60, "5.2"),
    ])
    func h264LevelFitsThePictures(width: Int, height: Int, rate: UInt32, level: String) {
        typealias Encoding = VideoWriterSettings.PictureEncoding
        #expect(Encoding.level(for: PixelSize(width: width, height: height), FrameRate(rate)) == level)
    }

    /// VP8 can't be in an MP4: the trial distinguishes an encoder that fails from one that works.
    @Test func brokenEncoderDoesNotCount() async { #expect(await !EncoderTrial.passes(.vp8, size)) }
}
