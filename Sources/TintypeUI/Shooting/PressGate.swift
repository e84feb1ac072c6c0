internal import CaptureCore
internal import GLibBridge

/// Holds a press back while there is nothing good to save: while the camera's exposure still finds itself, so that the
/// first photo is not a dark one, and while only a damaged picture can be seen.
///
/// A press before the picture has settled gives the first settled one, at most half a second later, and the one that
/// was on the screen where it never settles. A press on a damaged picture gives the next whole one, if that comes
/// soon enough to stand for it: earlier ones do not, for a damaged picture is shown only where they are long past.
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

    /// Whether pictures are waited for.
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

    /// The camera is gone: each press gets what was on the screen.
    func giveUp() {
        for press in waiting { release(press, press.picture) }
    }

    private func release(_ press: Press, _ picture: Picture) {
        press.timer?.cancel()
        waiting.removeAll { $0 === press }
        press.take(picture)
    }
}
