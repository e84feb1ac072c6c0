/// The findings about the video nodes.
public enum NodeFinding: Equatable, Sendable {
    /// How many nodes there are, and how many of them are cameras.
    case count(nodes: Int, cameras: Int)
    /// One node, and why it is listed as a camera or not.
    case node(path: String, name: String, NodeFacts.Role)
    /// Whether this account may open a camera's node.
    case access(path: String, NodeRights)

    /// A sandbox without nodes is in order: the desktop hands out its cameras.
    static func findings(_ facts: DiagnosisFacts) -> [NodeFinding] {
        if facts.desktop.isSandboxed, facts.nodes.isEmpty { return [] }
        let cameras = facts.nodes.count { $0.role == .camera }
        let scrub = facts.scrubber.scrub
        var findings: [NodeFinding] = [.count(nodes: facts.nodes.count, cameras: cameras)]
        for node in facts.nodes {
            let path = scrub(node.path)
            findings.append(.node(path: path, name: scrub(node.name), node.role))
            if node.role == .camera, var rights = node.rights {
                // Many accounts have a group of the same name.
                rights.group = scrub(rights.group)
                findings.append(.access(path: path, rights))
            }
        }
        return findings
    }

    var verdict: Verdict {
        switch self {
        case .count(let nodes, let cameras):
            Verdict(
                "video-nodes", cameras > 0 ? .ok : .problem,
                cameras > 0 ? "found" : nodes > 0 ? "no-camera" : "none",
                [("nodes", .integer(Int64(nodes))), ("cameras", .integer(Int64(cameras)))])
        case .node(let path, let name, let role):
            Verdict(
                "video-node", role == .noNode ? .problem : .ok, role.rawValue,
                [("node", .string(path)), ("name", .string(name))])
        case .access(let path, let rights):
            Verdict(
                "node-access", rights.canOpen ? .ok : .problem, rights.way?.rawValue ?? "denied",
                [
                    ("node", .string(path)), ("mode", .string(String(rights.mode, radix: 8))),
                    ("group", .string(rights.group)),
                ])
        }
    }
}
