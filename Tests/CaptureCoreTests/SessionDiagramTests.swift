// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
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

    @Test func theTableInTheDocumentsIsTrue() throws { try Self.table.expectDocumented() }

    @Test func sessionHandlesEveryEventInEveryState() { Self.table.expectComplete() }

    /// The states after each event, possible or not, in all of a state's variants.
    private static let table: TransitionTable = {
        var table = TransitionTable(states: states, events: events)
        for simulation in SessionWalk.reachable {
            let state = SessionWalk.kind(of: simulation.machine.state)
            for event in SessionSimulation.everyEvent {
                var machine = simulation.machine
                _ = machine.handle(event)
                table.add(name(of: event), from: state, to: SessionWalk.kind(of: machine.state))
            }
        }
        return table
    }()

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
}
