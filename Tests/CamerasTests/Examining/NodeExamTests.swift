// SPDX-License-Identifier: GPL-3.0-or-later
import Diagnosis
import Glibc
import Testing

@testable import Cameras

@Suite struct NodeExamTests {
    @Test(arguments: [
        ("Intel IPU6 ISYS Capture 0", SensorFacts.Receiver.intelIPU6), ("unicam-image", .raspberryPi),
    ])
    func aBareSensorIsKnownByItsReceiver(_ name: String, _ receiver: SensorFacts.Receiver) throws {
        let machine = try FakeSysfs()
        let sys = "\(machine.folder.path)/sys"
        #expect(SensorExam.find(sys: sys) == nil)
        machine.folder.write("0x8086\n", to: "sys/bus/pci/devices/0000:00:05.0/vendor")
        machine.folder.write("0x645d\n", to: "sys/bus/pci/devices/0000:00:05.0/device")
        #expect(SensorExam.find(sys: sys) == SensorFacts(receiver: .intelIPU7, hasDriver: false))
        machine.folder.write("", to: "sys/bus/pci/drivers/intel-ipu7/new_id")
        #expect(
            SensorExam.find(sys: sys) == SensorFacts(receiver: .intelIPU7, hasDriver: true, isIdle: true))
        machine.folder.write(name + "\n", to: "sys/class/video4linux/video0/name")
        #expect(SensorExam.find(sys: sys) == SensorFacts(receiver: receiver, hasDriver: true))
    }

    private let sysfs: FakeSysfs
    private let places: CameraScanner.Places

    init() throws {
        sysfs = try FakeSysfs()
        var places = CameraScanner.Places()
        places.sys = "\(sysfs.folder.path)/sys"
        places.devices = "\(sysfs.folder.path)/dev"
        places.notes = "\(sysfs.folder.path)/notes"
        self.places = places
    }

    private func roles() -> [String: NodeFacts.Role] {
        let facts = NodeExam.examine(places: places)
        return Dictionary(
            uniqueKeysWithValues: facts.map { (String($0.path.split(separator: "/").last ?? ""), $0.role) })
    }

    @Test func everyNodeIsListedWithWhatItIsFor() {
        sysfs.plug("video0", port: "1-1")
        sysfs.plug("video1", port: "1-1", index: 1)
        sysfs.plug("video2", port: "1-2", number: "81:2")
        sysfs.folder.write("E:ID_V4L_CAPABILITIES=:video_output:\n", to: "notes/c81:2")
        sysfs.plug("video3", port: "1-3")
        sysfs.folder.delete("dev/video3")
        sysfs.folder.write("", to: "dev/video10")
        #expect(
            roles() == [
                "video0": .camera, "video1": .secondary, "video2": .noCapture, "video3": .noNode,
                "video10": .camera,
            ])
        let order = NodeExam.examine(places: places).map { $0.path.split(separator: "/").last }
        #expect(order.last == "video10")
    }

    @Test func aNodeThatWasNamedIsLookedAtToo() {
        sysfs.folder.write("", to: "dev/my-camera")
        let facts = NodeExam.examine(extraNode: sysfs.node("my-camera"), places: places)
        #expect(facts.map(\.path) == [sysfs.node("my-camera")])
    }

    @Test func accessRightsAreReadWithoutOpening() throws {
        sysfs.folder.write("", to: "dev/video0")
        let node = sysfs.node("video0")
        chmod(node, 0o640)
        let rights = try #require(NodeExam.examine(places: places).first?.rights)
        #expect(rights.mode == 0o640 && rights.canOpen && rights.isOwner && !rights.isListed)
        #expect(rights.isRoot == (geteuid() == 0))
        #expect(rights.way == (geteuid() == 0 ? .root : .owner))
    }

    @Test func serialNumbersAreKnownToBeKeptBack() {
        sysfs.plug("video0", port: "1-1", serial: "A1B2C3D4\n")
        sysfs.plug("video1", port: "1-2", serial: "1\n")
        sysfs.plug("video2", port: "1-3")
        sysfs.attach("video3", to: "platform/csi")
        #expect(NodeExam.serialNumbers(places: places) == ["A1B2C3D4"])
    }
}
