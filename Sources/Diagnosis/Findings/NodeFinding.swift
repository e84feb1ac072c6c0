// SPDX-License-Identifier: GPL-3.0-or-later
/// The findings about the video nodes.
public enum NodeFinding: Equatable, Sendable {
    /// The numbers of nodes, of cameras among them, and of cameras without a node; nil if that is not known yet.
    case count(nodes: Int, cameras: Int, elsewhere: Int?)
    /// One node, and why it is listed as a camera or not.
    case node(path: String, name: String, NodeFacts.Role)
    /// What takes in a bare sensor's pictures, and whether they can be developed. Many computers have it and no sensor: it
    /// says little where there is another camera.
    case sensor(SensorFacts, isOnly: Bool)
    /// Whether this account may open a camera's node.
    case access(path: String, NodeRights)

    /// A sandbox without nodes is in order: the desktop hands out its cameras.
    static func findings(_ facts: DiagnosisFacts) -> [NodeFinding] {
        if facts.desktop.isSandboxed, facts.nodes.isEmpty { return [] }
        let cameras = facts.nodes.count { $0.role == .camera }
        let scrub = facts.scrubber.scrub
        var findings: [NodeFinding] = [
            .count(nodes: facts.nodes.count, cameras: cameras, elsewhere: facts.mediaCameras)
        ]
        for node in facts.nodes {
            let path = scrub(node.path)
            findings.append(.node(path: path, name: scrub(node.name), node.role))
            if node.role == .camera, var rights = node.rights {
                // Often an account's group has the account's name.
                rights.group = scrub(rights.group)
                findings.append(.access(path: path, rights))
            }
        }
        if let sensor = facts.sensor { findings.append(.sensor(sensor, isOnly: cameras == 0)) }
        return findings
    }

    var verdict: Verdict {
        switch self {
        case .count(let nodes, let cameras, let elsewhere):
            Verdict(
                "video-nodes", cameras + (elsewhere ?? 0) > 0 ? .ok : elsewhere == nil ? .note : .problem,
                cameras > 0
                    ? "found"
                    : elsewhere == nil
                        ? "not-looked" : elsewhere != 0 ? "elsewhere" : nodes > 0 ? "no-camera" : "none",
                [("nodes", .integer(Int64(nodes))), ("cameras", .integer(Int64(cameras)))])
        case .node(let path, let name, let role):
            Verdict(
                "video-node", role == .noNode ? .problem : .ok, role.rawValue,
                [("node", .string(path)), ("name", .string(name))])
        case .sensor(let sensor, let isOnly):
            switch (sensor.hasDriver, sensor.isDeveloped) {
            case (_, true): Self.verdict(.ok, "developed", sensor)
            case (true, _) where sensor.isIdle: Self.verdict(isOnly ? .problem : .note, "no-firmware", sensor)
            case (false, _): Self.verdict(isOnly ? .problem : .note, "no-driver", sensor)
            case (true, false): Self.verdict(isOnly ? .problem : .note, "no-libcamera", sensor)
            case (true, nil): Self.verdict(.note, "not-looked", sensor)
            }
        case .access(let path, let rights):
            Verdict(
                "node-access", rights.canOpen ? .ok : .problem, rights.way?.rawValue ?? "denied",
                [
                    ("node", .string(path)), ("mode", .string(String(rights.mode, radix: 8))),
                    ("group", .string(rights.group)),
                ])
        }
    }

    private static func verdict(
        _ status: Finding.Status, _ result: String, _ sensor: SensorFacts
    ) -> Verdict {
        Verdict("camera-sensor", status, result, [("receiver", .string(sensor.receiver.rawValue))])
    }
}
