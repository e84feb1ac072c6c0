// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// What a recording asks the person for: the library, and the microphone where it has sound.
struct RecordingConsent {
    /// How long the record of the person's answer may take; milliseconds.
    private static let microphoneTimeout: UInt32 = 2000

    let microphone: any MicrophoneConsenting
    let library: any LibraryConsenting

    /// Asks for what is not decided yet. A no to the microphone records without sound.
    ///
    /// - Parameter isGivenUp: whether the recording is not wanted any more; then the microphone is not asked for.
    /// - Returns: whether anything was asked, which takes a moment; nil if that was left open: nothing is to be recorded now.
    func ask(
        forSound hasSound: Bool, unless isGivenUp: () -> Bool
    ) async throws(RecordingError) -> Bool? {
        if hasSound { await awaitMicrophoneAccess() }
        var asksForSound: Bool { hasSound && microphone.access == .notDetermined }
        let isAsked = library.access == .notDetermined || asksForSound
        if library.access == .notDetermined { _ = await library.request() }
        guard library.access != .notDetermined else { return nil }
        guard library.access.allowsSaving else {
            throw RecordingError(.file(library.access == .restricted ? .restricted : .notAllowed))
        }
        if asksForSound, !isGivenUp() { _ = await microphone.request() }
        return isAsked && (asksForSound || isGivenUp()) ? nil : isAsked
    }

    /// Right after the start an answer may not be known yet: who has given one is not asked again.
    private func awaitMicrophoneAccess() async {
        guard !microphone.isAccessKnown else { return }
        let learning = Task { [microphone] in
            for await _ in microphone.changes() where microphone.isAccessKnown { return }
        }
        let end = MainTimer.once(after: Self.microphoneTimeout) { learning.cancel() }
        await learning.value
        end.cancel()
    }
}
