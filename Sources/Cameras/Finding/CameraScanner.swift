public import CaptureCore
internal import System

/// Lists the cameras there are, as the system describes them; no device node is opened.
///
///     let cameras = CameraScanner().scan()
///
/// Takes the video devices of sysfs, and the nodes in `/dev` that sysfs does not know, as in containers. Whether a
/// node can stream is known only when it is opened: see `V4L2Camera.open`. Thread-safe; reads a few small files.
public struct CameraScanner: Sendable {
    /// Where things are; other places in tests.
    public struct Places: Sendable {
        public var sys = "/sys"
        public var devices = "/dev"
        /// udev's notes on devices; may be missing.
        public var notes = "/run/udev/data"

        public init() {}
    }

    /// Nodes `/dev/video0` up to this are looked for by name where the folder can't be listed.
    static let lastProbed = 63

    private let places: Places
    private let extraNodes: [String]

    /// - Parameter extraNodes: nodes that the person named, listed first whatever they are called, as long as they
    ///   exist.
    public init(extraNodes: [String] = [], places: Places = Places()) {
        self.extraNodes = extraNodes
        self.places = places
    }

    /// - Returns: the cameras there are now, in the order of their nodes' numbers.
    public func scan() -> [CameraInfo] {
        let devices = SysfsVideoDevices(places: places).all()
        let known = Set(devices.map(\.node))
        let described = devices.filter { $0.isCamera && systemExists($0.node) }.map(\.info)
        let others = nodesInDevices().filter { !known.contains($0) }.map(Self.undescribed)
        let found = (described + others).sorted {
            (Self.number(of: $0.node) ?? .max, $0.node) < (Self.number(of: $1.node) ?? .max, $1.node)
        }
        let extra = extraNodes.compactMap { extraCamera($0, among: found) }
        return extra + found.filter { camera in !extra.contains { $0.id == camera.id } }
    }

    /// Whether this account may open the node; its access list can arrive a moment after the node.
    public static func nodeIsAccessible(_ path: String) -> Bool { systemIsReadableAndWritable(path) }

    /// The nodes `videoN`, by the folder's list and, where there is none, by looking for each.
    private func nodesInDevices() -> [String] {
        let listed = systemNames(in: places.devices).filter { Self.number(of: $0) != nil }
        let probed = (0...Self.lastProbed).map { "video\($0)" }.filter { !listed.contains($0) }
        return listed.map(path) + probed.map(path).filter(systemExists)
    }

    private func path(_ name: String) -> String { "\(places.devices)/\(name)" }

    /// The camera behind a node under any name, such as the links in `/dev/v4l/by-id`.
    private func extraCamera(_ node: String, among found: [CameraInfo]) -> CameraInfo? {
        guard systemExists(node) else { return nil }
        let real = systemRealPath(node) ?? node
        return found.first { $0.node == node || $0.node == real } ?? Self.undescribed(node)
    }

    private static func undescribed(_ node: String) -> CameraInfo {
        let name =
            number(of: node).map { "Camera \($0)" } ?? String(node.split(separator: "/").last ?? "Camera")
        return CameraInfo(
            id: CameraID(rawValue: "node:\(node)"), name: name, node: node, position: .external)
    }

    /// The number N of a node or name that ends in `videoN`.
    static func number(of node: String) -> Int? {
        guard let name = node.split(separator: "/").last, name.hasPrefix("video") else { return nil }
        let digits = name.dropFirst("video".count)
        return digits.allSatisfy(\.isASCII) && digits.allSatisfy(\.isNumber) ? Int(digits) : nil
    }
}
