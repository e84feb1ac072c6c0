import CaptureCore
import Media
import Testing

@Suite struct EncoderTrialTests {
    private let size = PixelSize(width: 640, height: 480)

    /// In software, where it is known what works: the trial itself is tried.
    @Test(.enabled(if: Installed.mp4, "no x264 encoder")) func whatWorksPasses() async {
        // Beside all other tests it is not fast.
        #expect(await EncoderTrial.passes(.x264, size, within: .seconds(600)))
    }

    @Test func whatIsNotThereDoesNot() async {
        for encoder in [PictureEncoder.vaH264, .v4l2H264] where !MediaLibrary.hasElement(encoder.rawValue) {
            #expect(await !EncoderTrial.passes(encoder, size))
        }
    }

    /// No MP4 is made of VP8: an encoder that fails is told from one that works.
    @Test func whatFailsDoesNot() async { #expect(await !EncoderTrial.passes(.vp8, size)) }
}
