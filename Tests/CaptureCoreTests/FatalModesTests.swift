// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct FatalModesTests {
    private let camera = CameraID(rawValue: "usb:1")
    private let other = CameraID(rawValue: "usb:2")

    private func mode(_ height: Int, rate: UInt32 = 30) -> CaptureMode {
        CaptureMode(
            format: .nv12, size: PixelSize(width: height * 16 / 9, height: height), rate: FrameRate(rate))
    }

    @Test func aModeHasASecondChanceAndTheOthersNone() {
        var modes = FatalModes()
        modes.note(mode(2160), ended: camera)
        #expect(modes[camera].isEmpty)
        // In another rate it is the same.
        modes.note(mode(2160, rate: 15), ended: camera)
        modes.note(mode(2160), ended: camera)
        #expect(modes[camera].map(\.size.height) == [2160])
        modes.note(mode(1080), ended: camera)
        #expect(modes[camera].map(\.size.height) == [2160, 1080])
        #expect(modes[other].isEmpty)
    }

    @Test func anAvoidedModeIsLeftOutAsLongAsThereIsAnother() {
        let offers = [2160, 1080].map {
            ModeOffer(format: .nv12, size: mode($0).size, rates: [FrameRate(30), FrameRate(15)])
        }
        let request = ModeRequest(avoiding: [mode(2160)])
        #expect(request.allowed(offers) == [offers[1]])
        #expect(request.allowed([offers[0]]) == [offers[0]])
        #expect(ModeRequest().allowed(offers) == offers)
    }
}
