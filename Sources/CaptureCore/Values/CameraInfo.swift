// SPDX-License-Identifier: GPL-3.0-or-later
/// Identifies a camera: stable over unplugging, reboots and renumbering, and different for two of the same model.
///
/// Made from USB vendor, product, serial and port path; never from the name or the node's number.
public struct CameraID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let testScene = CameraID(rawValue: "test")

    /// As `CameraInfo.portable`, of an id `usb:<vendor>:<product>:<serial>:<port>:<function>`, which PipeWire's cameras have
    /// behind a word of their own.
    public var portable: String? {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
        guard let start = parts.prefix(2).firstIndex(of: "usb"), parts.count >= start + 6,
            parts[start + 3].count > Self.longestPlaceholder
        else { return nil }
        return (parts[..<start] + parts[start + 1...start + 3] + parts.suffix(1)).joined(separator: ":")
    }

    /// Shorter serials are placeholders that many devices share.
    public static let longestPlaceholder = 3

    /// The one of these ids that this camera had at another port.
    ///
    /// - Parameter shared: what several cameras have as their `portable`.
    /// - Returns: nil if it is among them itself, if there is none, or if that is not certain.
    static func former(
        of camera: CameraInfo, among ids: some Collection<CameraID>, shared: Set<String>
    ) -> CameraID? {
        guard let portable = camera.portable, !shared.contains(portable), !ids.contains(camera.id) else {
            return nil
        }
        let found = ids.filter { $0.portable == portable }
        return found.count == 1 ? found.first : nil
    }
}

/// What is known about a camera without opening it.
public struct CameraInfo: Hashable, Sendable, Identifiable {
    /// Where a camera sits, which decides whether its preview is mirrored.
    public enum Position: Sendable {
        /// Fixed into the machine, looking at the person in front of it.
        case builtIn
        /// On a cable, looking anywhere.
        case external
        /// A part of the machine that does not tell where it looks: a sensor on its board, or a card.
        case board
        /// Not a device at all: another program writes its pictures.
        case virtual
        /// Not a device at all: the test scene.
        case simulated
    }

    public let id: CameraID
    /// For people, e.g. "HD Pro Webcam C920"; not unique.
    public let name: String
    /// The device node, e.g. `/dev/video0`; empty for the test scene. Changes when a camera is plugged in again.
    public let node: String
    public let position: Position
    /// The same at every port it is plugged into: vendor, product, serial and function. nil without a serial of its own, when
    /// nothing but the port tells it from others.
    public let portable: String?

    public init(id: CameraID, name: String, node: String, position: Position, portable: String? = nil) {
        self.id = id
        self.name = name
        self.node = node
        self.position = position
        self.portable = portable
    }

    /// Whether there is a plug to pull.
    public var canBeUnplugged: Bool { position == .external }

    /// Whether people expect this camera's preview to behave like a mirror.
    public var isMirroredByDefault: Bool { position == .builtIn }
}

extension Sequence<CameraInfo> {
    /// Finds a camera by an id, a node, a node's last part or a name.
    public func meant(by word: String) -> CameraInfo? {
        first { $0.id.rawValue == word } ?? first { $0.node == word }
            ?? first { $0.node == "/dev/" + word } ?? first { $0.name == word }
    }

    /// What several of these cameras have as their `portable`: some makers give all their cameras one serial.
    var ambiguous: Set<String> {
        var (seen, shared) = (Set<String>(), Set<String>())
        for portable in compactMap(\.portable) where !seen.insert(portable).inserted {
            shared.insert(portable)
        }
        return shared
    }
}
