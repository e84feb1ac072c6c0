internal import CaptureCore
public import Diagnosis

/// Examines the video nodes for the diagnosis: which exist, what they are for, who may open them.
///
/// Opens none, so it needs no permission. Thread-safe; reads a few small files.
public enum NodeExam {
    /// - Parameters:
    ///   - extraNode: one that was named by hand.
    /// - Returns: in the order of their numbers.
    public static func examine(
        extraNode: String? = nil, places: CameraScanner.Places = CameraScanner.Places()
    ) -> [NodeFacts] {
        let described = SysfsVideoDevices(places: places).all().map(facts)
        let known = Set(described.map(\.path))
        let others = CameraScanner(extraNodes: [extraNode].compactMap(\.self), places: places).scan()
            .filter { !known.contains($0.node) }
            .map { NodeFacts(path: $0.node, name: "", role: .camera, rights: systemRights($0.node)) }
        return (described + others).sorted {
            let (left, right) = (CameraScanner.number(of: $0.path), CameraScanner.number(of: $1.path))
            return (left ?? .max, $0.path) < (right ?? .max, $1.path)
        }
    }

    private static func facts(_ device: SysfsVideoDevice) -> NodeFacts {
        let rights = systemRights(device.node)
        let role: NodeFacts.Role = rights == nil && device.role == .camera ? .noNode : device.role
        return NodeFacts(path: device.node, name: device.info.name, role: role, rights: rights)
    }

    /// The serial numbers of the cameras there are, to be kept out of reports.
    public static func serialNumbers(places: CameraScanner.Places = CameraScanner.Places()) -> [String] {
        SysfsVideoDevices(places: places).all().compactMap { USBSerial.of($0.info.id) }
    }
}

/// The serial number in a camera's identity.
enum USBSerial {
    /// - Returns: nil where there is none, or only a placeholder that many devices share.
    static func of(_ id: CameraID) -> String? {
        // usb:<vendor>:<product>:<serial>:<port>:<function>; see `USBDevice.identity`.
        let parts = id.rawValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 3, parts[0] == "usb", parts[3].count > 3 else { return nil }
        return String(parts[3])
    }
}
