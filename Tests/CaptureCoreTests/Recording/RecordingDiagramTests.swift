// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// The table of a recording's states and events in docs/architecture.md, compared with every event in every state that
/// events lead to.
@Suite struct RecordingDiagramTests {
    private static let events: [RecordingMachine.Event] = [
        .shutterDown, .pressTimedOut, .shutterPressed, .wanted, .nextWanted, .begun, .refused, .ended,
        .fileFull,
        .closed, .saved(isCameraLost: false), .saved(isCameraLost: true), .saveFailed(isCameraLost: false),
        .saveFailed(isCameraLost: true),
    ]

    @Test func theTableInTheDocumentsIsTrue() throws { try Self.table.expectDocumented() }

    @Test func sessionHandlesEveryEventInEveryState() { Self.table.expectComplete() }

    /// Frames are kept exactly while a recording is about to begin, and every recording that ends is finished.
    @Test func framesAreKeptForTheNextRecordingOnly() {
        for (machine, event) in Self.everyPair {
            var after = machine
            let effects = after.handle(event)
            let isKept =
                effects.contains(.dropFrames)
                ? false
                : effects.contains { if case .keepFrames = $0 { true } else { false } }
                    || Self.keepsFrames(machine.state)
            // Those of a recording that has begun are its own.
            if after.state != .recording {
                #expect(isKept == Self.keepsFrames(after.state), "\(machine.state) \(event)")
            }
            let isLeft = machine.state == .recording && after.state != .recording
            #expect(effects.contains(.finish) == isLeft, "\(machine.state) \(event)")
        }
    }

    @Test func onlyABegunFileIsNotMadeAgain() {
        for (machine, event) in Self.everyPair {
            var after = machine
            let effects = after.handle(event)
            let isStarting = Self.starts(after.state) && !Self.starts(machine.state)
            #expect(effects.contains(.begin) == isStarting, "\(machine.state) \(event)")
            let isOver = machine.isActive && !after.isActive
            #expect(effects.contains(.reportEnd) == isOver, "\(machine.state) \(event)")
        }
    }

    @Test func aPressChangesWhatAPressDoes() {
        for machine in Self.reachable where machine.endsOnPress {
            var after = machine
            #expect(after.handle(.shutterPressed).contains(.show) && !after.endsOnPress)
        }
        for machine in Self.reachable where machine.beginsOnPress {
            var after = machine
            #expect(after.handle(.shutterPressed) == [.prepare] && after == machine)
        }
    }

    private static func keepsFrames(_ state: RecordingMachine.State) -> Bool {
        switch state {
        case .pressed, .starting, .startingNext, .startingToEnd, .stoppingPressed, .stoppingThenNext,
            .stoppingFull:
            true
        case .idle, .recording, .stopping: false
        }
    }

    private static func starts(_ state: RecordingMachine.State) -> Bool {
        state == .starting || state == .startingNext || state == .startingToEnd
    }

    private static let reachable: [RecordingMachine] = {
        var found = [RecordingMachine()]
        var next = 0
        while next < found.count {
            let here = found[next]
            next += 1
            for event in events {
                var there = here
                _ = there.handle(event)
                if !found.contains(there) { found.append(there) }
            }
        }
        return found
    }()

    private static var everyPair: [(RecordingMachine, RecordingMachine.Event)] {
        reachable.flatMap { machine in events.map { (machine, $0) } }
    }

    private static let table: TransitionTable = {
        var table = TransitionTable(
            states: [
                "idle", "pressed", "starting", "startingNext", "startingToEnd", "recording", "stopping",
                "stoppingPressed", "stoppingThenNext", "stoppingFull",
            ],
            events: [
                "shutterDown", "pressTimedOut", "shutterPressed", "wanted", "nextWanted", "begun", "refused",
                "ended",
                "fileFull", "closed", "saved", "saveFailed",
            ])
        for (machine, event) in everyPair {
            var after = machine
            _ = after.handle(event)
            table.add(name(of: event), from: "\(machine.state)", to: "\(after.state)")
        }
        return table
    }()

    /// Without its values.
    private static func name(of event: RecordingMachine.Event) -> String {
        String("\(event)".prefix { $0 != "(" })
    }
}
