// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import Dispatch
internal import Glibc

/// Ends the program when the system asks for it, with SIGTERM, SIGINT or SIGHUP.
///
/// The main thread is asked to leave in order. If it is blocked by a hanging bus or display, the program ends
/// anyway once every shot is safe: this runs on a queue of its own. Thread-safe.
nonisolated final class Termination: Sendable {
    /// How long the main thread has after every shot is on disk. More than `TintypeApplication.end` takes, and
    /// together with `closeCamera` less than three seconds.
    private static let timeout: DispatchTimeInterval = .milliseconds(2300)
    private static let interval: DispatchTimeInterval = .milliseconds(50)

    private let queue = DispatchQueue(label: "termination", qos: .userInitiated)
    private let holdsShots: @Sendable () -> Bool
    private let closeCamera: @Sendable () -> Void

    /// - Parameters:
    ///   - leave: leaves in order, on the main thread.
    ///   - holdsShots: whether shots would be lost with the program. Called on any thread.
    ///   - closeCamera: called on any thread; may block for half a second.
    /// - Returns: nil if the system gives no descriptor; then the signals end the program at once.
    init?(
        holdsShots: @escaping @Sendable () -> Bool, closeCamera: @escaping @Sendable () -> Void,
        leave: @escaping @MainActor () -> Void
    ) {
        let event = tt_event_new()
        guard event >= 0 else { return nil }
        self.holdsShots = holdsShots
        self.closeCamera = closeCamera
        // Its handler keeps it until the signal comes.
        let source = DispatchSource.makeReadSource(fileDescriptor: event, queue: queue)
        source.setEventHandler { [self] in
            // Signals that follow change nothing.
            source.cancel()
            DispatchQueue.main.async { MainActor.assumeIsolated { leave() } }
            wait(since: .now())
        }
        source.activate()
        tt_catch_termination(event)
    }

    /// - Parameter start: when the last shot became safe, or the signal came.
    private func wait(since start: DispatchTime) {
        let now = DispatchTime.now()
        let start = holdsShots() ? now : start
        guard now >= start + Self.timeout else {
            return queue.asyncAfter(deadline: now + Self.interval) { self.wait(since: start) }
        }
        closeCamera()
        // No `exit`, which tears down what running threads use, and no log, whose lock the main thread may hold.
        _exit(EXIT_SUCCESS)
    }
}
