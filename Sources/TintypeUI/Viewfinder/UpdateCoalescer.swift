// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// Combines changes of the window with the next picture.
///
/// GTK draws at most once each time the screen is refreshed: words that change shortly before a picture comes make it
/// wait for the next refresh, 16 ms later.
final class UpdateCoalescer {
    /// How long a change waits for a picture; milliseconds.
    private static let longestWait: UInt32 = 150

    private var waiting: [() -> Void] = []
    private var timer: MainTimer?

    /// Calls `body` when the next picture has come, before it is drawn; or soon, if none comes.
    func next(_ body: @escaping () -> Void) {
        waiting.append(body)
        if timer == nil { timer = .once(after: Self.longestWait) { [weak self] in self?.pictureArrived() } }
    }

    func pictureArrived() {
        guard !waiting.isEmpty else { return }
        timer = nil
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }
}
