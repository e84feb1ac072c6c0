// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Cameras
@testable import Permissions

@Suite struct V4L2ScannerTests {
    private let machine: FakeSysfs

    init() throws { machine = try FakeSysfs() }

    @Test func usbWebcamIsIdentifiedByModelAndPort() throws {
        machine.plug("video0", port: "1-2", serial: "AB12")
        let camera = try #require(machine.cameras().first)
        #expect(camera.id.rawValue == "usb:046d:082d:AB12:0000:00:14.0-2:1.0")
        #expect(camera.name == "HD Pro Webcam C920")
        #expect(camera.node == machine.node("video0"))
        #expect(camera.position == .external)
    }

    @Test func theSameCameraOnAnotherNumberAndBusIsTheSame() throws {
        machine.plug("video0", port: "1-2", serial: "AB12")
        let before = machine.cameras().map(\.id)
        machine.unplug("video0")
        machine.plug("video4", port: "3-2", serial: "AB12", bus: 3)
        #expect(machine.cameras().map(\.id) == before)
        #expect(machine.cameras().map(\.node) == [machine.node("video4")])
    }

    @Test(arguments: [("AB12", true), ("1", false), (nil, false)])
    func atAnotherPortOnlyASerialTellsThatItIsTheSame(serial: String?, isKnown: Bool) {
        machine.plug("video0", port: "1-2", serial: serial)
        machine.plug("video1", port: "1-2", serial: serial, function: "1.2")
        let before = machine.cameras()
        for name in ["video0", "video1"] { machine.unplug(name) }
        machine.plug("video0", port: "1-3.1", serial: serial)
        machine.plug("video1", port: "1-3.1", serial: serial, function: "1.2")
        let after = machine.cameras()
        #expect(Set(before.map(\.id)).isDisjoint(with: after.map(\.id)))
        #expect(before.map(\.portable) == after.map(\.portable))
        #expect(Set(after.compactMap(\.portable)).count == (isKnown ? 2 : 0))
        #expect(after.map(\.portable) == after.map(\.id.portable))
    }

    @Test func nodeReusedByAnotherCameraIsNoticed() throws {
        machine.plug("video0", port: "1-2", serial: "AB12")
        let camera = try #require(machine.cameras().first)
        #expect(!machine.hasAnother(at: camera))
        machine.unplug("video0")
        #expect(!machine.hasAnother(at: camera))
        machine.plug("video0", port: "1-3", serial: "CD34")
        #expect(machine.hasAnother(at: camera))
    }

    @Test func camerasOfOneCardAtOnePlaceDiffer() {
        for name in ["video10", "video2", "video1"] { machine.attach(name, to: "pci0000:00/0000:00:05.0") }
        machine.folder.write("1\n", to: "sys/devices/pci0000:00/0000:00:05.0/video4linux/video1/index")
        #expect(machine.cameras().map(\.node) == ["video2", "video10"].map(machine.node))
        let place = "path:pci0000:00/0000:00:05.0"
        #expect(machine.cameras().map(\.id.rawValue) == [place, place + "#2"])
    }

    @Test func twoOfTheSameModelDifferByTheirPort() {
        machine.plug("video0", port: "1-2")
        machine.plug("video2", port: "1-3.1")
        #expect(Set(machine.cameras().map(\.id)).count == 2)
    }

    @Test func twoFunctionsOfOneDeviceDiffer() {
        machine.plug("video0", port: "1-2", function: "1.0")
        machine.plug("video2", port: "1-2", function: "1.2")
        #expect(Set(machine.cameras().map(\.id)).count == 2)
    }

    @Test func oddSerialsAreMadeHarmless() throws {
        machine.plug("video0", port: "1-2", serial: "a b\u{1}é*%\n")
        #expect(machine.cameras()[0].id.rawValue == "usb:046d:082d:a_b____:0000:00:14.0-2:1.0")
    }

    @Test(arguments: [
        ("fixed", CameraInfo.Position.builtIn), ("removable", .external), ("unknown", .external),
    ])
    func aCameraThatCannotBeUnpluggedIsBuiltIn(_ removable: String, _ position: CameraInfo.Position) {
        machine.plug("video0", port: "1-2", removable: removable)
        #expect(machine.cameras()[0].position == position)
    }

    @Test func furtherNodesOfACameraAreNotListed() {
        machine.plug("video0", port: "1-2")
        machine.plug("video1", port: "1-2", index: 1)
        #expect(machine.cameras().map(\.node) == [machine.node("video0")])
    }

    @Test func aVirtualCameraIsListedWhateverUdevNotedWhenItsModuleWasLoaded() {
        machine.load("video0", state: "output")
        #expect(machine.cameras().map(\.name) == ["OBS Virtual Camera"])
        // As long as no program writes to it, every other camera is better.
        machine.plug("video2", port: "1-2")
        #expect(machine.cameras().map(\.node) == ["video2", "video0"].map(machine.node))
        machine.load("video0", state: "capture")
        #expect(machine.cameras().map(\.node) == ["video0", "video2"].map(machine.node))
    }

    @Test func anOlderModuleTellsByItsFormatWhetherAProgramWrites() {
        machine.load("video0", state: "")
        machine.folder.delete("sys/devices/virtual/video4linux/video0/state")
        machine.folder.write("", to: "sys/devices/virtual/video4linux/video0/format")
        machine.plug("video2", port: "1-2")
        #expect(machine.cameras().map(\.node) == ["video2", "video0"].map(machine.node))
        machine.folder.write("YUYV:640x480@30/1\n", to: "sys/devices/virtual/video4linux/video0/format")
        #expect(machine.cameras().map(\.node) == ["video0", "video2"].map(machine.node))
    }

    @Test func driversAreAskedWhereUdevCanBeWrongAndOnlyWithConsent() {
        machine.attach("video0", to: nil)
        machine.folder.write("81:0\n", to: "sys/devices/virtual/video4linux/video0/dev")
        machine.folder.write("E:ID_V4L_CAPABILITIES=:video_output:\n", to: "notes/c81:0")
        let kernel = FakeVideoKernel([FakeCamera(node: machine.node("video0"), formats: [])])
        #expect(machine.cameras(kernel: kernel).isEmpty)
        #expect(kernel.record.opened == 0)
        #expect(machine.cameras(kernel: kernel, grant: CameraGrant()).count == 1)
        #expect(kernel.record.isClean)
    }

    @Test func stagesOfAnImageProcessorAreNoCameras() {
        machine.attach("video0", to: "pci0000:00/0000:00:05.0")
        var stage = FakeCamera(node: machine.node("video0"), formats: [])
        stage.nodeCapabilities = FakeCapability.camera | FakeCapability.mediaController
        let kernel = FakeVideoKernel([stage])
        #expect(machine.cameras(kernel: kernel).count == 1)
        #expect(machine.cameras(kernel: kernel, grant: CameraGrant()).isEmpty)
    }

    @Test func bareSensorIsLeftToLibcamera() {
        machine.attach("video0", to: "platform/fe801000.csi")
        let raw = FakeFormat(PixelFormat("pRAA"), [FakeSize(16, 8, [(1, 30)])])
        let kernel = FakeVideoKernel([FakeCamera(node: machine.node("video0"), formats: [raw])])
        let grant = CameraGrant()
        #expect(machine.cameras(kernel: kernel, grant: grant).count == 1)
        #expect(machine.cameras(kernel: kernel, grant: grant, listsRaw: false).isEmpty)
    }

    @Test func usbCameraIsTrustedWithoutOpening() {
        machine.plug("video0", port: "1-2")
        let kernel = FakeVideoKernel([])
        machine.folder.write("E:ID_V4L_CAPABILITIES=:capture:\n", to: "notes/c81:9")
        #expect(machine.cameras(kernel: kernel, grant: CameraGrant()).count == 1)
        #expect(kernel.record.opened == 0)
    }

    @Test func whatUdevKnowsCannotCaptureIsNotListed() {
        machine.plug("video0", port: "1-2", number: "81:0")
        machine.folder.write("I:1\nE:ID_V4L_CAPABILITIES=:video_output:\n", to: "notes/c81:0")
        #expect(machine.cameras().isEmpty)
        machine.folder.write("I:1\nE:ID_V4L_CAPABILITIES=:capture:\n", to: "notes/c81:0")
        #expect(machine.cameras().count == 1)
    }

    /// As in a container, where PipeWire is the way to it.
    @Test func aDeviceWithoutItsNodeIsNotListed() {
        machine.plug("video0", port: "1-2")
        #expect(machine.describedNodes == [machine.node("video0")])
        machine.folder.delete("dev/video0")
        #expect(machine.cameras().isEmpty && machine.describedNodes.isEmpty)
    }

    @Test func camerasComeInTheOrderOfTheirNumbers() {
        for (name, port) in [("video10", "1-1"), ("video2", "1-2"), ("video0", "1-3")] {
            machine.plug(name, port: port)
        }
        machine.folder.write("", to: "dev/video7")
        #expect(machine.cameras().map(\.node) == ["video0", "video2", "video7", "video10"].map(machine.node))
    }

    @Test func nodesThatSysfsDoesNotKnowAreListedByThemselves() {
        machine.folder.write("", to: "dev/video3")
        machine.folder.write("", to: "dev/videosomething")
        machine.folder.write("", to: "dev/radio0")
        let camera = CameraInfo(
            id: CameraID(rawValue: "node:\(machine.node("video3"))"), name: "Camera 3",
            node: machine.node("video3"), position: .external)
        #expect(machine.cameras() == [camera])
    }

    @Test func aMachineWithoutAnythingHasNoCameras() {
        var places = CameraScanner.Places()
        places.sys = "/nonexistent/sys"
        places.devices = "/nonexistent/dev"
        places.notes = "/nonexistent/notes"
        #expect(CameraScanner(places: places).scan().isEmpty)
    }

    @Test func aNamedNodeComesFirstAndIsListedOnce() {
        machine.plug("video0", port: "1-2")
        machine.plug("video2", port: "1-3")
        machine.folder.link("dev/v4l/by-id/webcam", to: machine.node("video2"))
        let cameras = machine.cameras(extra: ["\(machine.folder.path)/dev/v4l/by-id/webcam"])
        #expect(cameras.map(\.node) == [machine.node("video2"), machine.node("video0")])
        #expect(cameras[0].name == "HD Pro Webcam C920")
    }

    @Test func aNamedNodeOutsideIsListedOnlyIfItExists() {
        machine.folder.write("", to: "elsewhere/cam")
        let node = "\(machine.folder.path)/elsewhere/cam"
        let cameras = machine.cameras(extra: [node, node + "missing"])
        #expect(cameras.map(\.id.rawValue) == ["node:\(node)"])
        #expect(cameras.map(\.name) == ["cam"])
    }

    @Test func camerasOnCardsAndLoopbacksAreNotMirrored() {
        machine.attach("video0", to: "pci0000:00/0000:00:05.0")
        machine.attach("video1", to: nil)
        let cameras = machine.cameras()
        #expect(cameras.map(\.position) == [.board, .virtual])
        #expect(cameras[0].id.rawValue == "path:pci0000:00/0000:00:05.0")
        #expect(cameras[1].id.rawValue == "virtual:video1:Board_Camera")
    }

    @Test(arguments: [
        ("Integrated Camera: Integrated C", "Integrated Camera"), ("USB: Wide: Angle", "USB: Wide: Angle"),
        ("  C920 \u{7} ", "C920"), ("Cam:", "Cam"), ("\u{1}", nil), ("", nil), (":", nil),
    ])
    func namesAreMadeReadable(_ name: String, _ expected: String?) {
        #expect(DeviceName.ofCamera(name) == expected)
    }
}
