// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// One thing that was examined, with its result.
///
/// `id` names the thing and `result` the outcome; both stay the same from version to version. The words come from
/// elsewhere, in the person's language.
public struct Finding: Equatable, Sendable {
    public enum Status: String, Sendable {
        case ok, note, problem
    }

    /// The subject, with everything that words and details need.
    public enum Matter: Equatable, Sendable {
        case desktop(DesktopFinding)
        case permission(PermissionFinding)
        case node(NodeFinding)
        case camera(CameraSubject, CameraFinding)
        case encoder(EncoderFinding)
        case folder(FolderFinding)
    }

    public let matter: Matter

    public init(_ matter: Matter) { self.matter = matter }

    public var id: String { verdict.id }
    public var status: Status { verdict.status }
    public var result: String { verdict.result }
    /// Facts by name; `result` first.
    public var details: [(name: String, value: JSONValue)] {
        [("result", .string(result))] + subject + verdict.details
    }

    private var verdict: Verdict {
        switch matter {
        case .desktop(let finding): finding.verdict
        case .permission(let finding): finding.verdict
        case .node(let finding): finding.verdict
        case .camera(_, let finding): finding.verdict
        case .encoder(let finding): finding.verdict
        case .folder(let finding): finding.verdict
        }
    }

    private var subject: [(name: String, value: JSONValue)] {
        guard case .camera(let camera, _) = matter else { return [] }
        let name = [(name: "camera", value: JSONValue.string(camera.name))]
        return camera.node.isEmpty ? name : name + [("node", .string(camera.node))]
    }
}

/// The camera that a finding is about, fit to be shown.
public struct CameraSubject: Equatable, Sendable {
    public let name: String
    /// Empty for cameras without one.
    let node: String
    /// Decides what can be done about it.
    let position: CameraInfo.Position

    public init(name: String, node: String, position: CameraInfo.Position = .external) {
        self.name = name
        self.node = node
        self.position = position
    }
}

/// A finding for machines.
struct Verdict {
    let id: String
    let status: Finding.Status
    let result: String
    let details: [(name: String, value: JSONValue)]

    init(
        _ id: String, _ status: Finding.Status, _ result: String,
        _ details: [(name: String, value: JSONValue)] = []
    ) {
        self.id = id
        self.status = status
        self.result = result
        self.details = details
    }
}
