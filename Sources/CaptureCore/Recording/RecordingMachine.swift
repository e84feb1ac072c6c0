// SPDX-License-Identifier: GPL-3.0-or-later
/// Decides when a recording begins and ends, one video at a time; knows no camera, no file and no clock.
///
///               wanted             begun               pressed, ended            saved
///     idle ─────────────▶ starting ─────▶ recording ─────────────────▶ stopping ───────▶ idle
///      │                   ▲     ▲            │ file full                 │
///      │ shutter down      │     │            ▼                           │ wanted
///      ▼                   │     │       stoppingFull ──┐ saved           ▼
///     pressed ─────────────┘     └───── startingNext ◀──┴────────── stoppingThenNext
///
/// A video that is wanted while the last one is being finished begins as soon as that one is on the disk, with the
/// picture of its press. Where a file is full, the recording goes on in the next one. What was to come next is taken back
/// by another press.
///
/// Every pair of state and event is handled by the one switch in `handle`. The table of all of them is in
/// docs/architecture.md; `RecordingDiagramTests` sends every event in every state and compares.
public struct RecordingMachine: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        case idle
        /// Nothing is recorded, and the picture of a press is kept: the shutter is down, or the next one is about to begin.
        case pressed
        /// Permissions are asked for, or the file is being made.
        case starting
        /// The same for one that follows another: a press ends it.
        case startingNext
        /// The same; it ends as soon as it has begun.
        case startingToEnd
        case recording
        /// The file is being finished.
        case stopping
        /// The same, and the shutter is down: the picture of the press is kept.
        case stoppingPressed
        /// The same; the next recording is wanted, with the picture of its press.
        case stoppingThenNext
        /// The same, because the file is full; the recording goes on with the picture that was on the screen then.
        case stoppingFull
    }

    public enum Event: Hashable, Sendable {
        /// The shutter goes down while there is a picture that a recording could begin with.
        case shutterDown
        /// The shutter went down too long ago for its picture.
        case pressTimedOut
        case shutterPressed
        /// A recording may begin: there is a picture, and the self-timer has run out.
        case wanted
        /// The same for the one that follows another.
        case nextWanted
        /// The file is made, and takes frames.
        case begun
        /// It could not begin.
        case refused
        /// It has all that it can have: its camera is gone, it has a fault, or its longest length.
        case ended
        /// The file is as large as its disk allows, and the camera still sends pictures.
        case fileFull
        /// The window closes: what is recorded ends, and nothing follows.
        case closed
        case saved(isCameraLost: Bool)
        case saveFailed(isCameraLost: Bool)
    }

    public enum Effect: Hashable, Sendable {
        /// Keep the picture on the screen, and the frames since.
        case keepFrames(isSequel: Bool)
        /// Send `pressTimedOut` when the picture is too old for a press.
        case limitPress
        case dropFrames
        /// Send `wanted` once the self-timer has run out and there is a picture.
        case prepare
        /// Send `nextWanted` if there is a picture, and `wanted` when one comes.
        case prepareNext
        /// Ask for permission and make the file; send `begun` or `refused`.
        case begin
        case reportBegin
        /// Send `ended`.
        case end
        /// Finish the file; send `saved` or `saveFailed`.
        case finish
        case reportEnd
        /// The shutter's meaning has changed.
        case show
    }

    public private(set) var state = State.idle

    public init() {}

    /// Whether something is recorded, or about to be.
    public var isActive: Bool {
        switch state {
        case .idle, .pressed: false
        case .starting, .startingNext, .startingToEnd, .recording, .stopping, .stoppingPressed,
            .stoppingThenNext, .stoppingFull:
            true
        }
    }

    /// Whether a press of the shutter ends what an earlier one began.
    public var endsOnPress: Bool {
        switch state {
        case .startingNext, .recording, .stoppingThenNext, .stoppingFull: true
        case .idle, .pressed, .starting, .startingToEnd, .stopping, .stoppingPressed: false
        }
    }

    /// Whether a press of the shutter begins a recording.
    public var beginsOnPress: Bool {
        switch state {
        case .idle, .pressed, .stopping, .stoppingPressed: true
        case .starting, .startingNext, .startingToEnd, .recording, .stoppingThenNext, .stoppingFull: false
        }
    }

    /// Whether a press may come of which no picture is kept yet.
    public var awaitsPress: Bool { state == .idle || state == .stopping }

    /// Handles an event and returns the effects. An event without meaning in the present state does nothing.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .shutterDown), (.pressed, .shutterDown):
            return become(.pressed, [.keepFrames(isSequel: false), .limitPress])
        case (.stopping, .shutterDown), (.stoppingPressed, .shutterDown):
            return become(.stoppingPressed, [.keepFrames(isSequel: false), .limitPress])
        case (.pressed, .pressTimedOut):
            return become(.idle, [.dropFrames])
        case (.stoppingPressed, .pressTimedOut):
            return become(.stopping, [.dropFrames])

        case (.idle, .shutterPressed), (.pressed, .shutterPressed), (.stopping, .shutterPressed),
            (.stoppingPressed, .shutterPressed):
            return [.prepare]
        case (.idle, .wanted):
            return become(.starting, [.keepFrames(isSequel: false), .show, .begin])
        case (.pressed, .wanted):
            return become(.starting, [.show, .begin])
        case (.pressed, .nextWanted):
            return become(.startingNext, [.show, .begin])
        case (.stopping, .wanted):
            return become(.stoppingThenNext, [.keepFrames(isSequel: false), .show])
        case (.stoppingPressed, .wanted):
            return become(.stoppingThenNext, [.show])

        case (.startingNext, .shutterPressed), (.starting, .closed), (.startingNext, .closed):
            return become(.startingToEnd, [.show])
        case (.starting, .begun), (.startingNext, .begun):
            return become(.recording, [.reportBegin])
        case (.startingToEnd, .begun):
            return become(.recording, [.reportBegin, .end])
        case (.starting, .refused), (.startingNext, .refused), (.startingToEnd, .refused):
            return become(.idle, [.dropFrames, .reportEnd])

        case (.recording, .shutterPressed), (.recording, .ended), (.recording, .closed):
            return become(.stopping, [.dropFrames, .show, .finish])
        case (.recording, .fileFull):
            return become(.stoppingFull, [.keepFrames(isSequel: true), .show, .finish])
        case (.stoppingThenNext, .shutterPressed), (.stoppingThenNext, .closed),
            (.stoppingFull, .shutterPressed), (.stoppingFull, .closed):
            return become(.stopping, [.dropFrames, .show])

        case (.stopping, .saved), (.stopping, .saveFailed):
            return become(.idle, [.reportEnd])
        // The shutter may still be down.
        case (.stoppingPressed, .saved), (.stoppingPressed, .saveFailed):
            return become(.pressed, [.reportEnd])
        case (.stoppingThenNext, .saved(isCameraLost: false)), (.stoppingFull, .saved(isCameraLost: false)),
            (.stoppingThenNext, .saveFailed(isCameraLost: false)):
            return become(.pressed, [.reportEnd, .limitPress, .prepareNext])
        case (.stoppingThenNext, .saved(isCameraLost: true)), (.stoppingFull, .saved(isCameraLost: true)),
            (.stoppingThenNext, .saveFailed(isCameraLost: true)), (.stoppingFull, .saveFailed):
            return become(.idle, [.dropFrames, .reportEnd])

        case (.starting, .shutterDown), (.startingNext, .shutterDown), (.startingToEnd, .shutterDown),
            (.recording, .shutterDown), (.stoppingThenNext, .shutterDown), (.stoppingFull, .shutterDown),
            (.starting, .shutterPressed), (.startingToEnd, .shutterPressed),
            (.starting, .wanted), (.startingNext, .wanted), (.startingToEnd, .wanted), (.recording, .wanted),
            (.stoppingThenNext, .wanted), (.stoppingFull, .wanted),
            (.idle, .closed), (.pressed, .closed), (.startingToEnd, .closed), (.stopping, .closed),
            (.stoppingPressed, .closed),
            (.idle, .saved), (.pressed, .saved), (.starting, .saved), (.startingNext, .saved),
            (.startingToEnd, .saved), (.recording, .saved),
            (.idle, .saveFailed), (.pressed, .saveFailed), (.starting, .saveFailed),
            (.startingNext, .saveFailed),
            (.startingToEnd, .saveFailed), (.recording, .saveFailed),
            (_, .pressTimedOut), (_, .nextWanted), (_, .begun), (_, .refused), (_, .ended), (_, .fileFull):
            return []
        }
    }

    private mutating func become(_ next: State, _ effects: [Effect]) -> [Effect] {
        state = next
        return effects
    }
}
