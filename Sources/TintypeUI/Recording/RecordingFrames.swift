// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The frames that the next recording begins with: those of the last moment while a press may come, then those since the
/// picture that was on the screen at the press.
///
/// Main thread only; at most one input takes frames.
final class RecordingFrames {
    /// The picture that a recording begins with, and the frames since.
    struct Beginning {
        let picture: Picture
        let input: RecordingInput
        /// Whether it continues a file that has ended. Then missing frames are counted; otherwise it is made anew.
        let isSequel: Bool

        var isGood: Bool { isSequel || input.isWhole }
    }

    private(set) var beginning: Beginning?

    private let pictures: any PictureFeeding
    /// Takes frames before a press.
    private var waiting: RecordingInput?

    init(_ pictures: any PictureFeeding) { self.pictures = pictures }

    /// Keeps the frames of the last moment, or releases them.
    func awaitPress(_ isPossible: Bool) {
        if isPossible, waiting == nil { waiting = collect(into: RecordingInput(isWaiting: true)) }
        if !isPossible, waiting != nil { drop() }
    }

    /// Begins anew with this picture; without one there is nothing to begin with.
    func begin(with picture: Picture?, isSequel: Bool) {
        guard let picture else {
            beginning = nil
            return
        }
        let input = waiting ?? collect(into: RecordingInput())
        waiting = nil
        input.begin(after: picture.frame)
        beginning = Beginning(picture: picture, input: input, isSequel: isSequel)
    }

    /// Hands over the beginning; its input goes on taking frames.
    func take() -> Beginning? {
        defer { beginning = nil }
        return beginning
    }

    func drop() {
        (beginning, waiting) = (nil, nil)
        pictures.collectFrames(for: .recording, nil)
    }

    private func collect(into input: RecordingInput) -> RecordingInput {
        pictures.collectFrames(for: .recording) { input.add($0) }
        return input
    }
}
