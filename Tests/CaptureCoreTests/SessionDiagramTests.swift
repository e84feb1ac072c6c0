// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Foundation
import Testing

/// The table of states and events in docs/architecture.md, compared with every event in every reachable state.
@Suite struct SessionDiagramTests {
    private static let states = [
        "off", "noCamera", "opening", "streaming", "restarting", "paused", "busy", "disconnected", "failed",
        "resuming",
    ]
    private static let events = [
        "allowed", "stopped", "left", "returned", "camerasChanged", "selected", "opened", "openFailed",
        "picturesArrived", "streamFailed", "retryDue", "retryRequested",
    ]

    @Test func theTableInTheDocumentsIsTrue() throws {
        let table = Self.lines(Self.transitions)
        let document = try #require(Self.text(of: "docs/architecture.md"))
        for line in table { #expect(document.contains(line + "\n"), "docs/architecture.md lacks: \(line)") }
        // Nothing else is claimed either.
        let claimed = document.split(separator: "\n").filter { line in
            line.hasPrefix("    ") && Self.states.contains { line.hasPrefix("    \($0) ") }
                && line.contains("→")
        }
        #expect(claimed.map(String.init) == table)
    }

    @Test func everyEventIsMetInEveryState() {
        let met = Self.transitions
        for state in Self.states {
            for event in Self.events { #expect(met["\(state) \(event)"]?.isEmpty == false) }
        }
    }

    /// The states after each event, possible or not, in all of a state's variants.
    private static let transitions: [String: Set<String>] = {
        var found: [String: Set<String>] = [:]
        for simulation in SessionWalk.reachable {
            let state = SessionWalk.kind(of: simulation.machine.state)
            for event in SessionSimulation.everyEvent {
                var machine = simulation.machine
                _ = machine.handle(event)
                found["\(state) \(name(of: event))", default: []].insert(SessionWalk.kind(of: machine.state))
            }
        }
        return found
    }()

    /// One line for each state: the events that lead elsewhere. Unlisted events leave it as it is.
    private static func lines(_ transitions: [String: Set<String>]) -> [String] {
        states.map { state in
            let ways = events.compactMap { event -> String? in
                let next = states.filter { transitions["\(state) \(event)"]?.contains($0) ?? false }
                return next == [state] ? nil : "\(event) → \(next.joined(separator: "/"))"
            }
            let padding = String(repeating: " ", count: max(1, 14 - state.count))
            return "    \(state)\(padding)\(ways.joined(separator: ", "))"
        }
    }

    private static func name(of event: SessionEvent) -> String {
        switch event {
        case .allowed: "allowed"
        case .stopped: "stopped"
        case .left: "left"
        case .returned: "returned"
        case .camerasChanged: "camerasChanged"
        case .selected: "selected"
        case .opened: "opened"
        case .openFailed: "openFailed"
        case .picturesArrived: "picturesArrived"
        case .streamFailed: "streamFailed"
        case .retryDue: "retryDue"
        case .retryRequested: "retryRequested"
        }
    }

    /// A file of the project.
    private static func text(of name: String) -> String? {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../\(name)").standardized
        return try? String(contentsOf: file, encoding: .utf8)
    }
}
