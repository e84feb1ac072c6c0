// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Where a video device is connected, found by walking up from it in sysfs.
///
/// For USB: the interface (`1-2:1.0`), the device (`1-2`, with its vendor, product and serial), hubs, the root hub
/// (`usb1`) and the controller, whose address does not change when buses are numbered anew.
struct DevicePath {
    /// Deeper than any device is.
    private static let longest = 32

    private let name: String
    private let place: String
    private let usb: USBDevice?

    /// - Parameters:
    ///   - folder: the device in `/sys/class/video4linux`.
    ///   - name: the node's name, for devices without hardware.
    init(folder: String, name: String, sys: String) {
        self.name = name
        let root = systemRealPath("\(sys)/devices") ?? "\(sys)/devices"
        let device = systemRealPath("\(folder)/device") ?? ""
        let isInside = device.hasPrefix(root + "/")
        place = isInside ? String(device.dropFirst(root.count + 1)) : ""
        usb = isInside ? Self.usbDevice(of: device, root: root) : nil
    }

    /// The same after replugging into the same port, reboots and renumbering; different for two of the same model.
    func id(name shown: String) -> CameraID {
        if let usb { return CameraID(rawValue: usb.identity) }
        if !place.isEmpty { return CameraID(rawValue: "path:\(CameraID.sanitized(place, longest: 200))") }
        // A loopback device has only its number and its name.
        return CameraID(rawValue: "virtual:\(name):\(CameraID.sanitized(shown))")
    }

    /// See `CameraInfo.portable`.
    var portable: String? { usb?.portable }

    var isUSB: Bool { usb != nil }

    /// Whether there is hardware behind it, whose function never changes.
    var isPhysical: Bool { !place.isEmpty }

    /// Built in only if the USB port is not removable. Cards and boards do not report where their lens looks, so they
    /// are not mirrored.
    var position: CameraInfo.Position {
        if let usb { return usb.isFixed ? .builtIn : .external }
        return isPhysical ? .board : .virtual
    }

    private static func usbDevice(of device: String, root: String) -> USBDevice? {
        var folder = device
        var below = ""
        for _ in 0..<longest {
            guard folder.hasPrefix(root + "/"), let slash = folder.lastIndex(of: "/") else { return nil }
            if let found = USBDevice(folder: folder, interface: below) { return found }
            below = String(folder[folder.index(after: slash)...])
            folder = String(folder[..<slash])
        }
        return nil
    }
}

/// A USB device and which of its functions the camera is.
private struct USBDevice {
    let identity: String
    /// What of it stays at another port; nil without a serial of its own.
    let portable: String?
    /// The port is not removable.
    let isFixed: Bool

    /// - Parameters:
    ///   - folder: in sysfs; nil comes back when it is no USB device.
    ///   - interface: the folder's child on the way to the camera, e.g. `1-2:1.0`.
    init?(folder: String, interface: String) {
        guard let vendor = sysfsAttribute("idVendor", of: folder),
            let product = sysfsAttribute("idProduct", of: folder)
        else { return nil }
        let serial = CameraID.sanitized(sysfsAttribute("serial", of: folder) ?? "")
        let port = sysfsAttribute("devpath", of: folder) ?? Self.port(of: folder)
        let function = interface.split(separator: ":").last.map(String.init) ?? ""
        identity = ["usb", vendor, product, serial, "\(Self.controller(of: folder))-\(port)", function]
            .joined(separator: ":")
        let isItsOwn = CameraID(rawValue: identity).usbSerial != nil
        portable = isItsOwn ? [vendor, product, serial, function].joined(separator: ":") : nil
        isFixed = sysfsAttribute("removable", of: folder) == "fixed"
    }

    /// The port part of a folder like `1-2.3`.
    private static func port(of folder: String) -> String {
        let name = folder.split(separator: "/").last ?? ""
        return String(name.split(separator: "-").last ?? "")
    }

    /// The controller of the root hub, e.g. `0000:00:14.0`: the part of the path before `usbN`.
    private static func controller(of folder: String) -> String {
        let parts = folder.split(separator: "/")
        guard
            let hub = parts.firstIndex(where: {
                $0.hasPrefix("usb") && $0.dropFirst(3).allSatisfy(\.isNumber)
            }),
            hub > parts.startIndex
        else { return "" }
        return CameraID.sanitized(String(parts[hub - 1]))
    }
}

/// The parts of a USB camera's identity: `usb:<vendor>:<product>:<serial>:<port>:<function>`, see
/// `USBDevice.identity`.
extension CameraID {
    private var usbParts: [Substring]? {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count > 3 && parts[0] == "usb" ? parts : nil
    }

    /// nil if there is none, or only a placeholder that many devices share.
    var usbSerial: String? {
        usbParts.flatMap { $0[3].count > CameraID.longestPlaceholder ? String($0[3]) : nil }
    }

    /// Vendor and product, such as `046d:082d`.
    var usbModel: String? { usbParts.map { "\($0[1]):\($0[2])".lowercased() } }

    /// Makes identities short and safe for settings files and command lines: letters, digits and `. _ - / :` of ASCII
    /// stay, the rest becomes `_`.
    static func sanitized(_ text: String, longest: Int = 64) -> String {
        String(
            text.unicodeScalars.prefix(longest).map { scalar -> Character in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "/", ":": Character(scalar)
                default: "_"
                }
            })
    }
}
