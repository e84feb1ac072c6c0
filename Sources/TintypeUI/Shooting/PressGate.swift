internal import CaptureCore
internal import GLibBridge

/// Holds a press back while the camera's exposure is still finding itself, so that the first photo is not a dark one.
///
/// A press before the picture has settled gives the first settled one, at most half a second later, and the one that
/// was on the screen where it never settles.
final class PressGate {
    private static let limit: UInt32 = 500

    private struct Waiting {
        let picture: Picture
        let take: @MainActor (Picture) -> Void
    }

    private var waiting: [Waiting] = []
    private var timer: MainTimer?

    /// - Parameters:
    ///   - picture: what was on the screen at the press.
    ///   - take: called once, now or soon, with the picture to save.
    func press(_ picture: Picture, isSettled: Bool, take: @escaping @MainActor (Picture) -> Void) {
        guard !isSettled else { return take(picture) }
        waiting.append(Waiting(picture: picture, take: take))
        if timer == nil {
            timer = .once(after: Self.limit) { [weak self] in self?.release(nil) }
        }
    }

    /// The exposure has settled, or the camera is gone.
    ///
    /// - Parameter picture: the settled picture; nil where there is none, and each press gets its own.
    func release(_ picture: Picture?) {
        timer?.cancel()
        timer = nil
        let presses = waiting
        waiting.removeAll()
        for press in presses { press.take(picture ?? press.picture) }
    }
}
