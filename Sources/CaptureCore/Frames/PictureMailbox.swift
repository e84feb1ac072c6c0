// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Hands pictures from the capture thread to the screen: the newest wins, older ones go back unshown.
///
/// Thread-safe. No allocation and no call under the lock.
public final class PictureMailbox: Sendable {
    private struct Contents {
        var newest: Picture?
        var opening = 0
        var wake: (@Sendable () -> Void)?
    }

    private let contents = Mutex(Contents())

    public init() {}

    /// Sets what to call when a picture arrives in the empty mailbox; nil to stop. Called on the capture thread.
    public func onArrival(_ wake: (@Sendable () -> Void)?) {
        contents.withLock { $0.wake = wake }
    }

    /// What is published from now on is of this opening of a camera, as `SessionSnapshot.opening` counts them.
    public func begin(opening: Int) { contents.withLock { $0.opening = opening } }

    /// Puts the newest picture in and wakes the reader, unless a wake-up is pending.
    public func publish(_ picture: Picture) {
        let (replaced, wake) = contents.withLock { contents in
            let replaced = contents.newest
            contents.newest = picture
            return (replaced, replaced == nil ? contents.wake : nil)
        }
        withExtendedLifetime(replaced) { wake?() }
    }

    /// Takes the newest picture out, with the opening that it is of; nil when there is none since the last call.
    public func take() -> (picture: Picture, opening: Int)? {
        contents.withLock { contents in
            defer { contents.newest = nil }
            return contents.newest.map { ($0, contents.opening) }
        }
    }
}
