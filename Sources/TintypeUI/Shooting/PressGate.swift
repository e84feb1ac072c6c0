// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Holds a press back while there is no good picture to save: while exposure still settles, so that the first photo
/// is not dark, and while only a damaged picture is shown.
///
/// A press before the picture has settled gives the first settled one, at most half a second later, or the one on the
/// screen if it never settles. A press on a damaged picture gives the next whole one if it comes soon enough; earlier
/// ones are too old, as a damaged picture is shown only long after a whole one.
final class PressGate {
    private static let settlingLimit: UInt32 = 500
    /// As `FrameChoice.wholeReach`.
    private static let wholeLimit: UInt32 = 100

    private final class Press {
        let picture: Picture
        let needsSettling: Bool
        let take: @MainActor (Picture) -> Void
        var timer: MainTimer?

        init(_ picture: Picture, needsSettling: Bool, take: @escaping @MainActor (Picture) -> Void) {
            self.picture = picture
            self.needsSettling = needsSettling
            self.take = take
        }
    }

    private var waiting: [Press] = []

    /// Whether a press waits.
    var isWaiting: Bool { !waiting.isEmpty }

    /// - Parameters:
    ///   - picture: what was on the screen at the press.
    ///   - take: called once, now or soon, with the picture to save.
    func press(_ picture: Picture, isSettled: Bool, take: @escaping @MainActor (Picture) -> Void) {
        guard !isSettled || !picture.isWhole else { return take(picture) }
        let press = Press(picture, needsSettling: !isSettled, take: take)
        waiting.append(press)
        let limit = isSettled ? Self.wholeLimit : Self.settlingLimit
        press.timer = .once(after: limit) { [weak self, weak press] in
            if let press { self?.release(press, press.picture) }
        }
    }

    /// A picture was shown.
    func arrived(_ picture: Picture, isSettled: Bool) {
        guard isWaiting, picture.isWhole else { return }
        for press in waiting where isSettled || !press.needsSettling { release(press, picture) }
    }

    /// The camera is gone: each press gets the picture on the screen.
    func giveUp() {
        for press in waiting { release(press, press.picture) }
    }

    private func release(_ press: Press, _ picture: Picture) {
        press.timer?.cancel()
        waiting.removeAll { $0 === press }
        press.take(picture)
    }
}
