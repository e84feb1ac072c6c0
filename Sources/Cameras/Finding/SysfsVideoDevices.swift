// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Diagnosis
internal import Permissions
internal import Platform

/// A video device as sysfs and udev describe it.
struct SysfsVideoDevice {
    let node: String
    fileprivate(set) var info: CameraInfo
    /// Its function; a camera unless there is evidence against it.
    let role: NodeFacts.Role
    /// Whether it is a virtual camera to which no program writes.
    let isIdle: Bool
    /// Whether it is known to be a bare sensor, whose pictures have to be developed.
    let isRaw: Bool

    var isCamera: Bool { role == .camera }
}

/// Reads the video devices of sysfs: `/sys/class/video4linux`.
struct SysfsVideoDevices {
    let places: CameraScanner.Places
    /// Asked if sysfs and udev do not tell a device's function.
    var drivers = DriverAnswers()
    var grant: CameraGrant?

    /// Every `videoN`, cameras or not; none if sysfs is hidden.
    ///
    /// The cameras of one card can hang at one place: from the second on, their number is a part of the id.
    func all() -> [SysfsVideoDevice] {
        var counts: [CameraID: Int] = [:]
        return names.map { name in
            var device = device(name, in: "\(folder)/\(name)")
            guard isFirst("\(folder)/\(name)") else { return device }
            let count = counts[device.info.id, default: 0] + 1
            counts[device.info.id] = count
            if count > 1 { device.info = device.info.numbered(count) }
            return device
        }
    }

    /// The nodes of `all()`, without a look at each.
    var nodes: [String] { names.map(node) }

    private var folder: String { "\(places.sys)/class/video4linux" }

    /// In the order of their numbers.
    private var names: [String] {
        systemNames(in: folder).compactMap { name in
            CameraScanner.number(of: name).map { (number: $0, name: name) }
        }
        .sorted { $0.number < $1.number }.map(\.name)
    }

    private func node(_ name: String) -> String { "\(places.devices)/\(name)" }

    private func device(_ name: String, in folder: String) -> SysfsVideoDevice {
        let node = node(name)
        let shown = DeviceName.ofCamera(sysfsAttribute("name", of: folder) ?? "") ?? "Camera"
        let path = DevicePath(folder: folder, name: name, sys: places.sys)
        let info = CameraInfo(
            id: path.id(name: shown), name: shown, node: node, position: path.position,
            portable: path.portable)
        let isVirtual = VirtualSource.isOne(folder)
        let isNoted = notesCapture(folder)
        // Only an image processor's stages are noted as cameras without being one. Asking a USB camera would wake it up.
        let isBelieved = !isFirst(folder) || isVirtual || isNoted && (path.isUSB || !path.isPhysical)
        let answer =
            isBelieved
            ? nil : drivers.answer(of: node, folder: folder, isLasting: path.isPhysical, grant: grant)
        let isCamera = isVirtual || answer.map { $0 != .other } ?? isNoted
        return SysfsVideoDevice(
            node: node, info: info, role: !isCamera ? .noCapture : isFirst(folder) ? .camera : .secondary,
            isIdle: isVirtual && VirtualSource.isWritten(folder) == false, isRaw: answer == .rawCamera)
    }

    /// Further nodes of the same function carry metadata or lesser copies of the picture.
    private func isFirst(_ folder: String) -> Bool {
        sysfsAttribute("index", of: folder).flatMap { Int($0) } ?? 0 == 0
    }

    /// udev's finding when the device appeared; true if there is none.
    ///
    /// The file and its key are udev's own (`E:ID_V4L_CAPABILITIES=:capture:`, written by its `v4l_id` helper), and
    /// reading it costs less than opening the node.
    private func notesCapture(_ folder: String) -> Bool {
        guard let number = sysfsAttribute("dev", of: folder),
            let notes = systemText("\(places.notes)/c\(number)")
        else { return true }
        let key = "E:ID_V4L_CAPABILITIES="
        guard let line = notes.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return true }
        return line.dropFirst(key.count).split(separator: ":").contains("capture")
    }
}

/// The first line of a sysfs attribute without surrounding blanks; nil when it is missing or empty.
func sysfsAttribute(_ name: String, of folder: String) -> String? {
    guard let line = systemText("\(folder)/\(name)")?.split(separator: "\n").first else { return nil }
    let start = line.drop { $0 == " " || $0 == "\t" }
    let text = String(start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\0" }.reversed())
    return text.isEmpty ? nil : text
}

extension CameraInfo {
    fileprivate func numbered(_ number: Int) -> CameraInfo {
        CameraInfo(
            id: CameraID(rawValue: "\(id.rawValue)#\(number)"), name: name, node: node, position: position,
            portable: portable.map { "\($0)#\(number)" })
    }
}
