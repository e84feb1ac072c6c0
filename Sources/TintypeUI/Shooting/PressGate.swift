// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Holds a press back while there is no good picture to save: while exposure still settles, so that the first photo
/// is not dark, while the picture is black and light may still come, and while only a damaged picture is shown.
///
/// A press before the picture has settled gives the first settled one, at most half a second later, or the one on the
/// screen if it never settles. One on a black picture waits as long as light may come, and then gives the newest; the black one
/// is kept meanwhile. A press on a damaged picture gives the next whole one if it comes soon enough; earlier ones are too old, as
/// a damaged picture is shown only long after a whole one.
final class PressGate {
    private static let settlingLimit: UInt32 = 500
    /// As a black picture may last (`Settling.lightLimit`), and what comes then takes to settle.
    private static let lightLimit: UInt32 = 7000
    /// As `FrameChoice.wholeReach`.
    private static let wholeLimit: UInt32 = 100

    private final class Press {
        /// What it gives if nothing better comes.
        fileprivate(set) var picture: Picture
        let needsSettling: Bool
        /// Whether the newest picture is better than the one at the press. Such a press may wait for long, and holds no
        /// other, because the driver waits for the frame.
        fileprivate(set) var followsPicture: Bool
        let keep: @MainActor (Picture) -> Void
        let take: @MainActor (Picture) -> Void
        var timer: MainTimer?

        init(
            _ picture: Picture, needsSettling: Bool, keep: @escaping @MainActor (Picture) -> Void,
            take: @escaping @MainActor (Picture) -> Void
        ) {
            (self.picture, self.needsSettling, followsPicture) = (picture, needsSettling, false)
            (self.keep, self.take) = (keep, take)
        }

        /// It waits for light: as long as that may take, the picture of the press has to be kept.
        func awaitLight() {
            keep(picture)
            followsPicture = true
        }
    }

    private var waiting: [Press] = []

    /// Whether a press waits.
    var isWaiting: Bool { !waiting.isEmpty }

    /// - Parameters:
    ///   - picture: what was on the screen at the press.
    ///   - awaitsLight: whether it is black, and light may still come.
    ///   - keep: called before `take` with the picture of the press, at once or soon, if it waits for light.
    ///   - take: called once, now or soon, with the picture to save.
    func press(
        _ picture: Picture, isSettled: Bool, awaitsLight: Bool,
        keep: @escaping @MainActor (Picture) -> Void = { _ in }, take: @escaping @MainActor (Picture) -> Void
    ) {
        guard !isSettled || !picture.isWhole else { return take(picture) }
        let press = Press(picture, needsSettling: !isSettled, keep: keep, take: take)
        if awaitsLight { press.awaitLight() }
        waiting.append(press)
        let limit = isSettled ? Self.wholeLimit : awaitsLight ? Self.lightLimit : Self.settlingLimit
        wait(for: press, limit)
    }

    private func wait(for press: Press, _ limit: UInt32) {
        press.timer?.cancel()
        press.timer = .once(after: limit) { [weak self, weak press] in
            if let press { self?.release(press, press.picture) }
        }
    }

    /// A picture was shown.
    ///
    /// - Parameter awaitsLight: as for `press`, which may have come before that was known.
    func arrived(_ picture: Picture, isSettled: Bool, awaitsLight: Bool) {
        guard isWaiting, picture.isWhole else { return }
        for press in waiting where awaitsLight && press.needsSettling && !press.followsPicture {
            press.awaitLight()
            wait(for: press, Self.lightLimit)
        }
        for press in waiting where press.followsPicture { press.picture = picture }
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
