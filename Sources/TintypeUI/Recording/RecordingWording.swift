// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Platform

/// Words for recordings: lengths, and what went wrong with one.
public enum RecordingWording {
    /// `0:07`, `12:34`, `1:02:03`.
    public static func clock(_ length: Duration) -> String {
        let seconds = max(0, length.components.seconds)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// Room on the disk, in the largest useful unit.
    static func left(_ length: Duration) -> String {
        let minutes = length.components.seconds / 60
        if minutes >= 120 { return trn("%d hour left", "%d hours left", Int(min(minutes / 60, 9999))) }
        return trn("%d minute left", "%d minutes left", Int(max(0, minutes)))
    }

    public static var pictureChanged: String {
        tr("The camera switched to another kind of picture, so the video ended.")
    }

    /// Why a recording did not begin, or ended; one sentence.
    public static func reason(for error: RecordingError) -> String {
        switch error.code {
        case .encoderMissing(let package):
            tr("Videos can’t be made on this computer: the package %s is missing.")
                .filling("%s", with: package)
        case .file(.tooLarge):
            tr("The video is as large as a file may be at %s.").filling("%s", with: error.path)
        case .file(let code): SaveWording.reason(for: SaveError(code, path: error.path))
        case .fileExists:
            tr("%s is there already and is not replaced.").filling("%s", with: error.path)
        case .notOriginal: tr("This camera’s pictures can’t be kept as they are. Record in Standard.")
        case .pictureChanged: pictureChanged
        case .encoderFailed: tr("The video encoder failed.")
        case .fileLost:
            tr("%s is gone, and there is no other place for the video: it is lost.")
                .filling("%s", with: error.path)
        case .nothingRecorded: tr("The camera sent no picture; nothing was recorded.")
        }
    }

    /// The format that a video has instead of the wanted one, and why; one sentence.
    public static func substitution(_ format: VideoFormat?, _ reason: RecordingError.Code) -> String {
        guard case .encoderMissing(let package) = reason else {
            return tr("This camera’s pictures can’t be kept as they are: the video is in Standard.")
        }
        let words =
            format == .webM
            ? tr("The package %s is missing: the video is a WebM, which not every program plays.")
            : tr("The package %s is missing: the video keeps the camera’s own pictures, and is large.")
        return words.filling("%s", with: package)
    }

    /// The video is recorded without a note of it on the disk.
    public static var notInJournal: String {
        tr("There is nowhere to note this video: if Tintype ends suddenly, it is not finished by itself.")
    }

    /// The video is not where it began; two sentences.
    public static func words(for relocation: VideoRelocation) -> String {
        let words =
            relocation.isCopy
            ? tr("The video’s file was deleted, or its disk is gone. All of it goes on in %s.")
            : tr("The video’s file was moved. It goes on in %s.")
        return words.filling("%s", with: relocation.to)
    }

    /// Why there is no sound.
    public static func substitute(_ microphone: String) -> String {
        tr("The chosen microphone is not there. %s is used.").filling("%s", with: microphone)
    }

    /// - Parameter microphone: the one that was recorded, for people; nil for none.
    public static func reason(for fault: SoundFault, _ microphone: String? = nil) -> String {
        switch fault {
        case .notAllowed: tr("The microphone is not allowed: the video is without sound.")
        case .noMicrophone: tr("There is no microphone: the video is without sound.")
        case .lost:
            microphone.map { tr("%s is gone: the video goes on without sound.").filling("%s", with: $0) }
                ?? tr("The microphone is gone: the video goes on without sound.")
        }
    }

    /// Sound is recorded again.
    static func soundIsBack(_ microphone: String) -> String {
        tr("Sound is recorded again, from %s.").filling("%s", with: microphone)
    }

    /// A remark on a video that was saved; nil if all is well.
    public static func remark(on video: SavedVideo) -> String? {
        if let fault = video.fault {
            return reason(for: fault) + " " + tr("Everything up to there is saved.")
        }
        guard video.droppedCount > 0 else {
            guard video.encodedCount > 0 else { return nil }
            return trn(
                "Players can’t read %d picture as the camera sends it, so it was encoded anew.",
                "Players can’t read %d pictures as the camera sends them, so they were encoded anew.",
                video.encodedCount)
        }
        let words = trn(
            "The computer was too slow for %d picture of the video.",
            "The computer was too slow for %d pictures of the video.", video.droppedCount)
        switch video.remedy {
        case nil: return words
        case .lessWork:
            return words + " " + tr("The next one will take less work, and more room on the disk.")
        case .compressionLater:
            return words + " " + tr("The next one is kept as it comes, and made smaller afterwards.")
        }
    }
}
