// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// A source of sound that is no monitor of the loudspeakers.
public struct Microphone: Hashable, Sendable {
    /// The sound server's name of it; the same after unplugging.
    public let id: String
    /// For people, in the desktop's language.
    public let name: String
    /// Whether it is the desktop's default.
    public let isDefault: Bool
    /// Where it is connected.
    let place: Place

    /// Where a sound card is connected, as far as the sound server says.
    struct Place: Hashable, Sendable {
        /// The USB controller and the port behind it, e.g. `0000:00:14.0-2.3`, as in a camera's identity; nil if it
        /// is not on a USB port or that is not known.
        var port: String?
        /// Vendor and product of the device, e.g. `046d:082d`.
        var model: String?
    }

    init(id: String, name: String, isDefault: Bool, place: Place = Place()) {
        (self.id, self.name, self.isDefault, self.place) = (id, name, isDefault, place)
    }

    /// Whether it is a part of the same USB device as the camera.
    public func belongs(to camera: CameraInfo) -> Bool {
        let identity = camera.id.rawValue.lowercased()
        guard identity.hasPrefix("usb:") else { return false }
        if let port = place.port { return identity.contains(":" + port.lowercased() + ":") }
        // Two cameras of a model can't be told apart by it, which `automatic` takes into account.
        guard let model = place.model else { return false }
        return identity.hasPrefix("usb:" + model + ":")
    }

    /// The one to record from if the person chose none: the camera's own, else the desktop's.
    ///
    /// - Returns: nil if there is no microphone.
    public static func automatic(for camera: CameraInfo, of microphones: [Microphone]) -> Microphone? {
        let own = microphones.filter { $0.belongs(to: camera) }
        if own.count == 1 || own.first?.place.port != nil { return own.first }
        return microphones.first(where: \.isDefault) ?? microphones.first
    }
}

extension Microphone.Place {
    /// - Parameter property: a property of the source, by PulseAudio's name. PipeWire's server names and spells some
    ///   differently.
    init(_ property: (String) -> String?) {
        let path = property("sysfs.path") ?? property("device.sysfs.path")
        port = path.flatMap(Self.port(inSysfs:)) ?? property("device.bus_path").flatMap(Self.port(inBusPath:))
        if let vendor = property("device.vendor.id").flatMap(Self.number),
            let product = property("device.product.id").flatMap(Self.number)
        {
            model = vendor + ":" + product
        }
    }

    /// From `/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.3/1-2.3:1.2/sound/card1`.
    private static func port(inSysfs path: String) -> String? {
        let parts = path.split(separator: "/")
        let hub = parts.firstIndex {
            $0.hasPrefix("usb") && $0.count > 3 && $0.dropFirst(3).allSatisfy(\.isNumber)
        }
        guard let hub, hub > parts.startIndex else { return nil }
        // The device itself is the last part before its interfaces, which have a colon.
        let device = parts[(hub + 1)...].prefix { isDevice($0) }.last
        guard let device, let dash = device.firstIndex(of: "-") else { return nil }
        return String(parts[hub - 1]) + device[dash...]
    }

    /// Whether a folder's name is like `1-2.3`.
    private static func isDevice(_ name: Substring) -> Bool {
        name.contains("-") && name.allSatisfy { $0.isNumber || $0 == "-" || $0 == "." }
    }

    /// From `pci-0000:00:14.0-usb-0:2.3:1.2`.
    private static func port(inBusPath path: String) -> String? {
        let parts = path.split(separator: "-")
        guard let usb = parts.lastIndex(where: { $0 == "usb" || $0 == "usbv2" || $0 == "usbv3" }),
            usb > 0, usb + 1 < parts.count
        else { return nil }
        let address = parts[usb + 1].split(separator: ":")
        return address.count > 1 ? "\(parts[usb - 1])-\(address[1])" : nil
    }

    /// Four hexadecimal digits of `046d` or `0x046d`.
    private static func number(_ text: String) -> String? {
        let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
        guard let number = UInt16(digits, radix: 16) else { return nil }
        let short = String(number, radix: 16)
        return String(repeating: "0", count: 4 - short.count) + short
    }
}
