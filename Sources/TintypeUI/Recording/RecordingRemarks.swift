// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// What is said while videos are recorded, and that nothing is said twice.
struct RecordingRemarks {
    /// The last reported reason why videos are not in the wanted format.
    private var substitution: RecordingError.Code?
    /// Whether the last recording was not in the journal, with its message shown.
    private var isMissingJournalSaid = false
    /// Of this recording.
    private var soundFault: SoundFault?
    private var relocation: VideoRelocation?
    /// Whether this recording's message about `original` keeping whole pictures was shown.
    private var isWholeSaid = false

    /// A recording has begun.
    mutating func begun(_ status: RecordingStatus) -> [String] {
        (soundFault, relocation, isWholeSaid) = (nil, nil, false)
        var words: [String] = []
        if let reason = status.substitution, reason != substitution {
            substitution = reason
            words.append(RecordingWording.substitution(status.format, reason))
        }
        if !status.isInJournal, !isMissingJournalSaid { words.append(RecordingWording.notInJournal) }
        isMissingJournalSaid = !status.isInJournal
        if let name = status.substituteMicrophone { words.append(RecordingWording.substitute(name)) }
        return words
    }

    /// - Parameter isPart: whether the screen shows less than the camera's whole picture.
    mutating func during(_ status: RecordingStatus, isPart: Bool) -> [String] {
        var words = place(status.relocation)
        if status.soundFault != soundFault {
            soundFault = status.soundFault
            if let fault = status.soundFault {
                words.append(RecordingWording.reason(for: fault, status.microphone))
            } else if let microphone = status.microphone {
                words.append(RecordingWording.soundIsBack(microphone))
            }
        }
        if isPart, status.format == .original, !isWholeSaid {
            isWholeSaid = true
            words.append(tr("The video keeps the whole picture: zoom and shape are only seen here."))
        }
        return words
    }

    /// Where a recording goes on, or is in the end.
    mutating func place(_ relocation: VideoRelocation?) -> [String] {
        guard let relocation, relocation != self.relocation else { return [] }
        self.relocation = relocation
        return [RecordingWording.words(for: relocation)]
    }
}
