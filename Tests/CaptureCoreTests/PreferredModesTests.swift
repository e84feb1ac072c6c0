// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct PreferredModesTests {
    private let camera = CameraID(rawValue: "usb:046d:0825:A|B:1-2")
    private let mode = CaptureMode(
        format: .mjpeg, size: PixelSize(width: 1280, height: 720), rate: FrameRate(30))

    @Test func keptValuesAreRestoredOnTheirCamera() {
        var modes = PreferredModes()
        modes[camera] = mode
        #expect(modes.lines == ["usb:046d:0825:A|B:1-2|MJPG 1280x720 30/1"])
        let restored = PreferredModes(lines: modes.lines)
        #expect(restored == modes)
        #expect(restored[camera] == mode)
        #expect(restored[CameraID(rawValue: "usb:046d:0825::1-3")] == nil)
    }

    @Test func aModeGoesWithACameraToAnotherPort() {
        func plugged(_ port: Int) -> CameraInfo {
            CameraInfo(
                id: CameraID(rawValue: "usb:046d:0825:A1B2C3:0000:00:14.0-\(port):1.0"), name: "",
                node: "/dev/video0", position: .external, portable: "046d:0825:A1B2C3:1.0")
        }
        var modes = PreferredModes()
        modes[plugged(1).id] = mode
        #expect(modes[plugged(2), among: [plugged(2)]] == mode)
        // Of two with one serial each has its own.
        #expect(modes[plugged(2), among: [plugged(1), plugged(2)]] == nil)
        modes[plugged(2), among: [plugged(2)]] = nil
        #expect(modes == PreferredModes(), "Automatic there is Automatic")
    }

    @Test func automaticAntiFlickerSetsNoFrequency() {
        var modes = PreferredModes(lines: ["a|MJPG 1280x720 30/1"])
        modes[CameraID(rawValue: "a")] = nil
        #expect(modes.lines.isEmpty)
    }

    @Test(arguments: [
        "", "a", "a|", "a|MJPG", "a|MJPG 1280x720", "a|MJPG 1280x720 30", "a|MJPG 1280x720 30/0",
        "a|MJPG 0x720 30/1", "a|MJPG 1280x-720 30/1", "a|MJP 1280x720 30/1", "a|MJPG  1280x720 30/1",
        "a|MJPG 1280x720x1 30/1", "a|MJPG 99999999999999999999x1 30/1",
    ])
    func damagedLinesAreDropped(_ line: String) {
        #expect(PreferredModes(lines: [line]) == PreferredModes())
    }
}
