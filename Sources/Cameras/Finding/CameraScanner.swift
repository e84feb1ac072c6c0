// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Permissions
internal import Platform

/// Lists the cameras that the system describes.
///
///     let cameras = CameraScanner().scan()
///
/// Takes the video devices of sysfs, and the nodes in `/dev` that sysfs does not know, as in containers. Without a grant
/// no node is opened; with one, drivers are asked if the system's description can be wrong. Whether a camera can stream
/// is known only when it is opened: see `V4L2Camera.open`. Thread-safe; reads a few small files.
public struct CameraScanner: Sendable {
    /// Where things are; other places in tests.
    public struct Places: Sendable {
        public var sys = "/sys"
        public var devices = "/dev"
        /// udev's notes on devices; may be missing.
        public var notes = "/run/udev/data"

        public init() {}
    }

    /// Nodes `/dev/video0` up to this are looked for by name if the folder can't be listed.
    private static let lastProbed = 63

    private let places: Places
    private let extraNodes: [String]
    private let drivers: DriverAnswers

    /// - Parameters:
    ///   - extraNodes: nodes that the person named, listed first whatever they are called, as long as they exist.
    ///   - drivers: keep them between scans, so that each device is asked only once.
    public init(
        extraNodes: [String] = [], places: Places = Places(), drivers: DriverAnswers = DriverAnswers()
    ) {
        self.extraNodes = extraNodes
        self.places = places
        self.drivers = drivers
    }

    /// - Parameter listsRaw: whether bare sensors are listed, whose pictures have to be developed.
    /// - Returns: the cameras there are now, in the order of their nodes' numbers; virtual ones to which no program
    ///   writes come last.
    public func scan(grant: CameraGrant? = nil, listsRaw: Bool = true) -> [CameraInfo] {
        let devices = SysfsVideoDevices(places: places, drivers: drivers, grant: grant).all()
        let known = Set(devices.map(\.node))
        let described = devices.filter {
            $0.isCamera && (listsRaw || !$0.isRaw) && systemExists($0.node)
        }.map(\.info)
        let idle = Set(devices.filter(\.isIdle).map(\.node))
        let others = nodesInDevices().filter { !known.contains($0) }.map(Self.undescribed)
        let found = (described + others).sorted { Self.order(of: $0, idle) < Self.order(of: $1, idle) }
        let extra = extraNodes.compactMap { extraCamera($0, among: found) }
        return extra + found.filter { camera in !extra.contains { $0.id == camera.id } }
    }

    /// Whether another camera has this one's node by now: nodes are given anew when devices come and go.
    public func hasAnother(at camera: CameraInfo) -> Bool {
        scan().contains { $0.node == camera.node && $0.id != camera.id }
    }

    /// The nodes that the system describes, cameras or not; those that are not there, as in containers, left out.
    public var describedNodes: [String] { SysfsVideoDevices(places: places).nodes.filter(systemExists) }

    /// The nodes `videoN`, by the folder's list and, if there is none, by looking for each.
    private func nodesInDevices() -> [String] {
        let listed = systemNames(in: places.devices).filter { Self.number(of: $0) != nil }
        let probed = (0...Self.lastProbed).map { "video\($0)" }.filter { !listed.contains($0) }
        return listed.map(path) + probed.map(path).filter(systemExists)
    }

    private static func order(of camera: CameraInfo, _ idle: Set<String>) -> (Int, Int, String) {
        (idle.contains(camera.node) ? 1 : 0, number(of: camera.node) ?? .max, camera.node)
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
