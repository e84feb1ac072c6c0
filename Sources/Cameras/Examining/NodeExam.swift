// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
public import Diagnosis
public import Permissions

/// Examines the video nodes for the diagnosis: which exist, what they are for, who may open them.
///
/// Without a grant none is opened. Thread-safe; reads a few small files.
public enum NodeExam {
    /// - Parameters:
    ///   - extraNode: one that was named by hand.
    ///   - grant: the consent to ask drivers what their nodes are; nil uses the system's description alone.
    /// - Returns: in the order of their numbers.
    public static func examine(
        extraNode: String? = nil, grant: CameraGrant? = nil,
        places: CameraScanner.Places = CameraScanner.Places()
    ) -> [NodeFacts] {
        let described = SysfsVideoDevices(places: places, grant: grant).all().map(facts)
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

    /// The serial numbers of all cameras, to be kept out of reports.
    public static func serialNumbers(places: CameraScanner.Places = CameraScanner.Places()) -> [String] {
        SysfsVideoDevices(places: places).all().compactMap(\.info.id.usbSerial)
    }
}
