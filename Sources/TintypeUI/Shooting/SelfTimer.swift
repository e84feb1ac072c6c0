// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// Counts down from the press to the photo.
final class SelfTimer {
    /// Seconds left, or nil when it is not running.
    private var remaining: Int?
    /// Called once a second, and with nil at the end.
    var onTick: (Int?) -> Void = { _ in }

    private var timer: MainTimer?
    private var fire: () -> Void = {}

    var isRunning: Bool { remaining != nil }

    /// Counts down from `seconds` and calls `fire`. Starting again starts over.
    func start(seconds: Int, fire: @escaping () -> Void) {
        self.fire = fire
        remaining = seconds
        onTick(seconds)
        timer = MainTimer(every: 1000) { [weak self] in self?.tick() ?? false }
    }

    func cancel() {
        guard isRunning else { return }
        end()
    }

    /// - Returns: whether to go on.
    private func tick() -> Bool {
        guard let left = remaining, left > 1 else {
            end()
            fire()
            return false
        }
        remaining = left - 1
        onTick(left - 1)
        return true
    }

    private func end() {
        remaining = nil
        timer?.cancel()
        onTick(nil)
    }
}
