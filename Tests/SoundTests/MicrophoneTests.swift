// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import Sound

struct MicrophoneTests {
    private func camera(_ id: String) -> CameraInfo {
        CameraInfo(id: CameraID(rawValue: id), name: "", node: "/dev/video0", position: .external)
    }

    private func microphone(_ id: String, isDefault: Bool = false, _ properties: [String: String])
        -> Microphone
    {
        Microphone(id: id, name: id, isDefault: isDefault, place: Microphone.Place { properties[$0] })
    }

    /// PipeWire sends a negative delay as an enormous one.
    @Test func delaysWithASignAreUnderstood() {
        #expect(SoundCapture.age(transport: 1000, source: 20_000, sink: 0) == .microseconds(21_000))
        #expect(SoundCapture.age(transport: 1000, source: .max - 478_999, sink: 0) == .microseconds(-478_000))
        #expect(SoundCapture.age(transport: 0, source: 0, sink: 5000) == .microseconds(-5000))
        #expect(SoundCapture.age(transport: 0, source: 1 << 62, sink: 0) == nil)
        #expect(SoundCapture.age(transport: 1 << 63, source: 1 << 63, sink: 1 << 63) == nil)
    }

    private static let webcam = "usb:046d:082d:1A2B:0000:00:14.0-2.3:1.0"

    /// As PulseAudio and PipeWire's server say it.
    @Test(arguments: [
        ["sysfs.path": "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.3/1-2.3:1.2/sound/card1"],
        ["device.sysfs.path": "/devices/pci0000:00/0000:00:14.0/usb3/3-2/3-2.3/3-2.3:1.2/sound/card1"],
        ["device.bus_path": "pci-0000:00:14.0-usb-0:2.3:1.2"],
        ["device.vendor.id": "046d", "device.product.id": "082d"],
        ["device.vendor.id": "0x046d", "device.product.id": "0x082D"],
    ])
    func aCamerasOwnMicrophoneIsKnown(properties: [String: String]) {
        let own = microphone("own", properties)
        #expect(own.belongs(to: camera(Self.webcam)))
        #expect(!own.belongs(to: camera("usb:1234:5678::0000:00:14.0-2.4:1.0")))
        #expect(!own.belongs(to: .init(id: .testScene, name: "", node: "", position: .simulated)))
        let desktops = microphone("desktops", isDefault: true, [:])
        #expect(Microphone.automatic(for: camera(Self.webcam), of: [desktops, own]) == own)
        #expect(Microphone.automatic(for: camera("virtual:video0:x"), of: [own, desktops]) == desktops)
    }

    @Test(arguments: [
        ["sysfs.path": "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.2/sound/card1"],
        ["sysfs.path": "/devices/pci0000:00/0000:00:14.0/usb1/1-12.3/1-12.3:1.2/sound/card1"],
        ["device.bus_path": "pci-0000:00:1a.0-usb-0:2.3:1.2"], ["device.bus_path": "pci-0000:00:1f.3"],
        ["sysfs.path": "/devices/pci0000:00/0000:00:1f.3/sound/card0"], ["device.bus_path": "usb-"],
        ["device.vendor.id": "zzz", "device.product.id": "1"], ["sysfs.path": "usb1"], [:],
        // The same model, at another port.
        [
            "sysfs.path": "/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.2/sound/card1",
            "device.vendor.id": "046d", "device.product.id": "082d",
        ],
    ])
    func otherDevicesMicrophoneIsNotTheCameras(properties: [String: String]) {
        #expect(!microphone("other", properties).belongs(to: camera(Self.webcam)))
    }

    @Test func identicalMicrophonesAreNotGuessed() {
        let model = ["device.vendor.id": "046d", "device.product.id": "082d"]
        let (one, two) = (microphone("one", model), microphone("two", model))
        let desktops = microphone("desktops", isDefault: true, [:])
        #expect(Microphone.automatic(for: camera(Self.webcam), of: [one, two, desktops]) == desktops)
        #expect(Microphone.automatic(for: camera(Self.webcam), of: [one, two]) == one)
        #expect(Microphone.automatic(for: camera(Self.webcam), of: []) == nil)
    }
}
