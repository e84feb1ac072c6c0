// SPDX-License-Identifier: GPL-3.0-or-later
import CPipeWireShims
import CaptureCore
import Testing

@testable import Cameras

/// Which of PipeWire's sources are cameras of their own.
@Suite struct PipeWireOfferTests {
    /// As libcamera names the cameras of its uvcvideo pipeline handler.
    private let usb = Self.offer(#"libcamera:\_SB_.PCI0.XHC_.RHUB.HS05-5:1.0-046D:0825"#)
    private let sensor = Self.offer(#"libcamera:\_SB_.PCI0.LNK1"#)
    private let driven = Self.offer("v4l2:/dev/video7", id: "pipewire:usb:046d:0825::1-5:1.0")

    private static func offer(_ path: String, id: String = "pipewire:other") -> PipeWireOffer {
        let source = path.withCString { path in
            var source = TtPwSource()
            source.path = path
            return PipeWireSource(source)
        }
        return PipeWireOffer(
            source, CameraInfo(id: CameraID(rawValue: id), name: path, node: "", position: .external))
    }

    private func camera(_ id: String, node: String) -> CameraInfo {
        CameraInfo(id: CameraID(rawValue: id), name: id, node: node, position: .external)
    }

    @Test func anotherProgramsWordsAreSafeInAnId() {
        let words = "x$(touch /tmp/y)\u{1B}[31m\n  id: forged"
        let id = words.withCString { name in
            var source = TtPwSource()
            source.name = name
            return PipeWireSource(source).info([]).id
        }
        #expect(id.rawValue == "pipewire:x__touch_/tmp/y___31m___id:_forged")
    }

    @Test(arguments: [
        ("front", CameraInfo.Position.builtIn), ("back", .board), ("external", .external), ("", .board),
    ])
    func libcamerasLocationDecidesMirroring(_ location: String, _ position: CameraInfo.Position) {
        var source = PipeWireSource(TtPwSource())
        source.learn(node: nil, interface: "libcamera", location: location, rotation: nil)
        // What is said once holds, also if a later answer leaves it out.
        source.learn(node: nil, interface: nil, location: nil, rotation: nil)
        #expect(source.info([]).position == position)
    }

    @Test func whatNoDeviceIsBehindIsAProgram() {
        var source = PipeWireSource(TtPwSource())
        #expect(source.info([]).position == .virtual)
        source.learn(node: nil, interface: "v4l2", location: nil, rotation: nil)
        #expect(source.info([]).position == .external)
        let path = "v4l2:/dev/video0".withCString { path in
            var source = TtPwSource()
            source.path = path
            return PipeWireSource(source)
        }
        #expect(path.info([]).position == .external)
    }

    /// Of a half turn libcamera has the sensor make the picture upright.
    @Test(arguments: [
        (270, PhotoOrientation.Turn.quarter), (90, .threeQuarters), (180, .none), (0, .none), (45, .none),
        (-90, .quarter),
    ])
    func libcamerasRotationIsUndone(rotation: Int, turn: PhotoOrientation.Turn) {
        var source = PipeWireSource(TtPwSource())
        source.learn(node: nil, interface: "libcamera", location: nil, rotation: rotation)
        #expect(source.orientation == PhotoOrientation(turn: turn, isMirrored: false))
    }

    @Test func onlySensorsCountAsSensors() {
        #expect(sensor.isSensor && !usb.isSensor && !driven.isSensor)
    }

    @Test func aWebcamThatItsDriverOffersIsNotOfferedByLibcameraToo() {
        #expect(PipeWireOffer.distinct([usb, sensor, driven]) == [sensor, driven])
        #expect(PipeWireOffer.distinct([usb, sensor]) == [usb, sensor])
        let other = Self.offer("v4l2:/dev/video8", id: "pipewire:usb:046d:082d::1-6:1.0")
        #expect(PipeWireOffer.distinct([other, usb]) == [other, usb])
    }

    @Test func kernelCamerasAreNotListedTwice() {
        let webcam = camera("usb:046d:0825::1-5:1.0", node: "/dev/video7")
        #expect(names([driven, usb, sensor], to: [webcam]) == [#"libcamera:\_SB_.PCI0.LNK1"#])
        #expect(names([driven, usb, sensor], to: []).count == 3)
    }

    /// A sensor's own nodes are no cameras, whatever the session manager takes them for.
    @Test func aNodeThatIsNoCameraIsNotOfferedByPipeWire() {
        #expect(names([driven, sensor], to: [], of: ["/dev/video7"]) == [#"libcamera:\_SB_.PCI0.LNK1"#])
    }

    private func names(
        _ offers: [PipeWireOffer], to cameras: [CameraInfo], of nodes: [String] = []
    ) -> [String] { PipeWireOffer.additional(offers, to: cameras, of: nodes).map(\.name) }
}
