// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import CaptureTesting
import Synchronization

/// A photo library in memory. It can be slow, and refuse at each of its steps, as disks and people do.
///
/// Thread-safe. `events` records its actions in order.
public final class FakePhotos: PhotoTaking {
    public enum Event: Equatable, Sendable {
        case journalled(String)
        case replaced(String)
        case discarded(String)
        /// Where a photo went: "" for the library.
        case published(String, to: String)
        /// A shot that was in memory only.
        case saved(to: String)
    }

    /// Set by tests.
    public struct Script: Sendable {
        /// Why the journal takes nothing; nil if it does.
        public var journal: SaveError?
        /// Why nothing gets into the library; nil if it does.
        public var library: SaveError?
        /// Why a better frame can't be kept; nil if it can.
        public var replacing: SaveError?
        /// Shots of an earlier run.
        public var recovery = Recovery()
        /// The kind of file that is written instead of the one wanted.
        public var writes: PhotoFormat?
    }

    private struct State {
        var script = Script()
        var events: [Event] = []
        var count = 0
        var shots: [Shot] = []
    }

    private let state = Mutex(State())
    private let gate = Gate()

    public init() {}

    public var events: [Event] { state.withLock { $0.events } }
    /// The shots that were journalled, put in the place of others or saved, with what was known of them then.
    public var shots: [Shot] { state.withLock { $0.shots } }

    public func script(_ change: (inout Script) -> Void) { state.withLock { change(&$0.script) } }

    /// Lets every call wait from now on, as on a slow disk; or lets all go on.
    public func holdUp(_ isHeldUp: Bool) { gate.holdUp(isHeldUp) }

    public func journal(_ shot: Shot) async throws(SaveError) -> JournalledShot {
        await gate.pass()
        if let error = state.withLock({ $0.script.journal }) { throw error }
        return state.withLock { state in
            state.count += 1
            let id = "shot-\(state.count)"
            state.shots.append(shot)
            state.events.append(.journalled(id))
            return JournalledShot(id: id, time: shot.time, format: shot.format)
        }
    }

    public func replace(_ journalled: JournalledShot, with shot: Shot) async throws(SaveError)
        -> JournalledShot
    {
        if let error = state.withLock({ $0.script.replacing }) { throw error }
        state.withLock { state in
            state.events.append(.replaced(journalled.id))
            state.shots.append(shot)
        }
        return JournalledShot(id: journalled.id, time: shot.time, format: shot.format)
    }

    public func save(_ source: PhotoSource, to target: PhotoTarget) async throws(SaveError) -> SavedPhoto {
        await gate.pass()
        let (folder, place): (String?, String) =
            switch target {
            case .library: ("/photos/", "")
            case .file(let path): (nil, path)
            case .folder(let path): (path + "/", path)
            }
        // "" is the library, which alone refuses.
        if place.isEmpty, let error = state.withLock({ $0.script.library }) { throw error }
        return state.withLock { state in
            let name: String
            switch source {
            case .memory(let shot):
                name = "direct"
                state.events.append(.saved(to: place))
                state.shots.append(shot)
            case .journal(let shot):
                name = shot.id
                state.events.append(.published(shot.id, to: place))
            }
            return SavedPhoto(
                path: folder.map { $0 + name } ?? place, format: state.script.writes ?? source.format)
        }
    }

    public func discard(_ shot: JournalledShot) async {
        state.withLock { $0.events.append(.discarded(shot.id)) }
    }

    public func hold(_ photo: SavedPhoto) async -> (any PhotoHolding)? { FakeHolding(photo) }

    public func recover() async -> Recovery { state.withLock { $0.script.recovery } }
}
