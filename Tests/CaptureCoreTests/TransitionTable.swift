// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// What a machine does at every event in every state, compared with its table in docs/architecture.md.
struct TransitionTable {
    let states: [String]
    let events: [String]
    /// The states after each event, by the state before and the event.
    private var transitions: [String: Set<String>] = [:]

    init(states: [String], events: [String]) { (self.states, self.events) = (states, events) }

    mutating func add(_ event: String, from state: String, to next: String) {
        transitions["\(state) \(event)", default: []].insert(next)
    }

    /// Every state was reached, and every event tried in it.
    func expectComplete() {
        for state in states {
            for event in events { #expect(transitions["\(state) \(event)"]?.isEmpty == false) }
        }
    }

    /// The document has these lines, and claims nothing else.
    func expectDocumented() throws {
        let table = lines
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../docs/architecture.md")
            .standardized
        let document = try String(contentsOf: file, encoding: .utf8)
        for line in table { #expect(document.contains(line + "\n"), "docs/architecture.md lacks: \(line)") }
        let claimed = document.split(separator: "\n").filter { line in
            line.contains("→") && states.contains { line.hasPrefix("    \($0) ") }
        }
        #expect(claimed.map(String.init) == table)
    }

    /// One line for each state: the events that lead elsewhere. Unlisted events leave it as it is.
    private var lines: [String] {
        let width = (states.map(\.count).max() ?? 0) + 2
        return states.map { state in
            let ways = events.compactMap { event -> String? in
                let next = states.filter { transitions["\(state) \(event)"]?.contains($0) ?? false }
                return next == [state] ? nil : "\(event) → \(next.joined(separator: "/"))"
            }
            return "    " + state.padding(toLength: width, withPad: " ", startingAt: 0)
                + ways.joined(separator: ", ")
        }
    }
}
