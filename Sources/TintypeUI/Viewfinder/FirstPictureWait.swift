// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// An action that waits for the first picture on the screen; a newer action replaces it.
///
/// Main thread only.
final class FirstPictureWait {
    /// How long a press of the shutter waits; milliseconds.
    private static let pressLimit: UInt32 = 2000

    private var pending: (action: () -> Void, end: MainTimer)?

    var isWaiting: Bool { pending != nil }

    /// - Parameter limit: how long the action may wait before it is dropped; milliseconds.
    func start(for limit: UInt32 = pressLimit, _ action: @escaping () -> Void) {
        pending = (action, .once(after: limit) { [weak self] in self?.pending = nil })
    }

    func cancel() { pending = nil }

    /// A picture is on the screen.
    func end() {
        guard let pending else { return }
        self.pending = nil
        pending.action()
    }
}
