// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPipeWireShims
internal import CaptureCore

/// A video source as its daemon lists it.
struct PipeWireSource: Equatable {
    /// The daemon's number for it, which is reused for others later.
    let number: UInt32
    /// The daemon's other number for it, never reused while the daemon runs.
    let serial: String
    /// The session manager's name, made from the device's place in the machine, e.g.
    /// `v4l2_input.pci-0000_00_14.0-usb-0_1_1.0`.
    private let name: String
    /// Shown to people.
    private let description: String
    /// The object behind it, e.g. `v4l2:/dev/video0`.
    private let path: String
    /// Its content: `Camera` for cameras; shared screens are sources too.
    private let role: String
    /// The kernel's node behind it, in the source's own words.
    private(set) var statedNode: String?
    /// Its interface, such as `libcamera`; nil if it does not say.
    private(set) var interface: String?
    /// Where libcamera says it is: `front`, `back` or `external`; nil if it does not say.
    private var location: String?
    /// How libcamera says that it is mounted: its pictures are turned by this many degrees clockwise; nil if it does not say.
    private var rotation: Int?

    var isCamera: Bool { role == "Camera" }

    /// The kernel's node behind it, such as `/dev/video0`; nil if there is none or several.
    var node: String? {
        statedNode ?? (path.hasPrefix("v4l2:") ? String(path.dropFirst("v4l2:".count)) : nil)
    }

    /// Whether libcamera drives it: the way to sensors without a processor of their own.
    var isLibcamera: Bool { interface == "libcamera" || path.hasPrefix("libcamera:") }

    /// The USB vendor and product, such as `046d:082d`, with which libcamera ends the name of a USB camera (its
    /// uvcvideo pipeline handler, `generateId`); nil for others.
    var usbModel: String? {
        guard isLibcamera, let model = path.split(separator: "-").last, model.count == 9 else { return nil }
        let parts = model.split(separator: ":")
        let isHexadecimal = parts.allSatisfy { $0.count == 4 && $0.allSatisfy(\.isHexDigit) }
        return parts.count == 2 && isHexadecimal ? model.lowercased() : nil
    }

    mutating func learn(node: String?, interface: String?, location: String?, rotation: Int?) {
        (statedNode, self.interface) = (node ?? statedNode, interface ?? self.interface)
        self.location = location ?? self.location
        self.rotation = rotation ?? self.rotation
    }

    /// How its pictures have to be turned where they do not say it themselves, as before PipeWire 1.0. libcamera has
    /// the sensor correct a half turn, and can't correct a quarter.
    var orientation: PhotoOrientation {
        guard let rotation, let turn = PhotoOrientation.Turn(rawValue: (360 - rotation % 360) % 360),
            turn != .half
        else { return .upright }
        return PhotoOrientation(turn: turn, isMirrored: false)
    }

    /// Whether this word, as typed after `--camera=pipewire:`, means the source; the empty one means any.
    func isMeant(by word: String) -> Bool {
        word.isEmpty || [serial, name, description, path].contains(word) || id.rawValue == Self.scheme + word
    }

    /// The prefix of these cameras' ids.
    static let scheme = "pipewire:"

    /// - Parameter devices: the kernel's video devices, among which to recognize the one behind it.
    func info(_ devices: [SysfsVideoDevice]) -> CameraInfo {
        let device = devices.first { node == $0.node }
        return CameraInfo(
            id: device.map { CameraID(rawValue: Self.scheme + $0.info.id.rawValue) } ?? id,
            name: DeviceName.ofCamera(description) ?? device?.info.name ?? "Camera", node: "",
            position: device?.info.position ?? position,
            portable: device?.info.portable.map { Self.scheme + $0 })
    }

    /// As far as libcamera says it. What it drives and says nothing of is a sensor in the machine, unless it is on USB. What no
    /// interface to devices drives is another program's.
    private var position: CameraInfo.Position {
        guard isLibcamera || location != nil || interface != nil || node != nil else { return .virtual }
        return switch location {
        case "front": .builtIn
        case "back": .board
        case "external": .external
        default: isLibcamera && usbModel == nil ? .board : .external
        }
    }

    /// Any client of the daemon chooses these words.
    private var id: CameraID {
        let words = [name, path].first { !$0.isEmpty } ?? serial
        return CameraID(rawValue: Self.scheme + CameraID.sanitized(words, longest: 200))
    }
}

extension PipeWireSource {
    init(_ source: TtPwSource) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        number = source.id
        name = text(source.name)
        description = source.description.map { String(cString: $0) } ?? name
        path = text(source.path)
        role = text(source.role)
        // Daemons before 0.3.44 have no serials.
        serial = source.serial.map { String(cString: $0) } ?? "\(source.id)"
    }
}
