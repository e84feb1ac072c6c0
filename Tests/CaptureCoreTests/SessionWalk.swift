// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Every reachable state of the session.
enum SessionWalk {
    /// Every simulation that possible events lead to, each once. Finite only because restarts and attempts are
    /// bounded.
    static let reachable: [SessionSimulation] = {
        var known: Set<String> = []
        var found = [SessionSimulation()]
        var next = 0
        while next < found.count {
            let here = found[next]
            next += 1
            for event in here.possibleEvents {
                var there = here
                there.send(event)
                if known.insert(key(of: there)).inserted { found.append(there) }
            }
            guard found.count < 20_000 else { break }
        }
        return found
    }()

    private static func key(of simulation: SessionSimulation) -> String {
        "\(simulation.machine)\(simulation.isRetryPlanned)\(simulation.opening?.id.rawValue ?? "")"
            + (simulation.open?.id.rawValue ?? "")
    }

    /// A state's name, without its values.
    static func kind(of state: SessionState) -> String {
        switch state {
        case .off: "off"
        case .noCamera: "noCamera"
        case .opening: "opening"
        case .streaming: "streaming"
        case .restarting: "restarting"
        case .paused: "paused"
        case .busy: "busy"
        case .disconnected: "disconnected"
        case .failed: "failed"
        case .resuming: "resuming"
        }
    }
}
