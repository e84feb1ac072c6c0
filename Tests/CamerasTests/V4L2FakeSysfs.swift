// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting

@testable import Cameras
@testable import Permissions

/// A machine's `/sys`, `/dev` and udev notes in a folder.
struct FakeSysfs {
    let folder: V4L2Folder

    init() throws {
        folder = V4L2Folder()
        folder.makeFolder("dev")
        folder.makeFolder("sys/devices")
    }

    func node(_ name: String) -> String { "\(folder.path)/dev/\(name)" }

    private var places: CameraScanner.Places {
        var places = CameraScanner.Places()
        places.sys = "\(folder.path)/sys"
        places.devices = "\(folder.path)/dev"
        places.notes = "\(folder.path)/notes"
        return places
    }

    func hasAnother(at camera: CameraInfo) -> Bool { CameraScanner(places: places).hasAnother(at: camera) }

    var describedNodes: [String] { CameraScanner(places: places).describedNodes }

    /// - Parameters:
    ///   - kernel: whose drivers are asked; nil for none that answers.
    ///   - grant: nil as long as the camera is not allowed.
    func cameras(
        extra: [String] = [], kernel: (any VideoKernel)? = nil, grant: CameraGrant? = nil,
        listsRaw: Bool = true
    ) -> [CameraInfo] {
        let drivers = DriverAnswers(kernel: kernel ?? FakeVideoKernel([]))
        return CameraScanner(extraNodes: extra, places: places, drivers: drivers)
            .scan(grant: grant, listsRaw: listsRaw)
    }

    /// A USB webcam. A port is bus and hubs, e.g. `1-2.3`.
    func plug(
        _ name: String, port: String, serial: String? = nil, function: String = "1.0", index: Int = 0,
        removable: String = "removable", bus: Int = 1, number: String = "81:9"
    ) {
        let device = "sys/devices/pci0000:00/0000:00:14.0/usb\(bus)/\(port)"
        folder.write("046d\n", to: "\(device)/idVendor")
        folder.write("082d\n", to: "\(device)/idProduct")
        folder.write("\(removable)\n", to: "\(device)/removable")
        folder.write("\(port.split(separator: "-")[1])\n", to: "\(device)/devpath")
        if let serial { folder.write(serial, to: "\(device)/serial") }
        let interface = "\(device)/\(port):\(function)"
        list(name, in: "\(interface)/video4linux/\(name)", called: "HD Pro Webcam C920", device: interface)
        folder.write("\(index)\n", to: "\(interface)/video4linux/\(name)/index")
        folder.write("\(number)\n", to: "\(interface)/video4linux/\(name)/dev")
    }

    /// A camera on some other device, or on none.
    func attach(_ name: String, to place: String?) {
        let device = place.map { "sys/devices/\($0)" }
        let home = "\(device ?? "sys/devices/virtual")/video4linux/\(name)"
        list(name, in: home, called: "Board Camera", device: device)
    }

    /// A virtual camera of v4l2loopback's.
    ///
    /// - Parameter state: what the module's attribute says: "capture" while a program writes to it, else "output".
    func load(_ name: String, state: String, note: String = ":video_output:", number: String = "81:8") {
        let home = "sys/devices/virtual/video4linux/\(name)"
        list(name, in: home, called: "OBS Virtual Camera", device: nil)
        folder.write("\(number)\n", to: "\(home)/dev")
        folder.write("10\n", to: "\(home)/max_openers")
        folder.write("\(state)\n", to: "\(home)/state")
        folder.write("E:ID_V4L_CAPABILITIES=\(note)\n", to: "notes/c\(number)")
    }

    func unplug(_ name: String) {
        folder.delete("dev/\(name)")
        folder.delete("sys/class/video4linux/\(name)")
    }

    private func list(_ name: String, in home: String, called: String, device: String?) {
        folder.write("\(called)\n", to: "\(home)/name")
        if let device { folder.link("\(home)/device", to: "\(folder.path)/\(device)") }
        folder.link("sys/class/video4linux/\(name)", to: "\(folder.path)/\(home)")
        folder.write("", to: "dev/\(name)")
    }
}
