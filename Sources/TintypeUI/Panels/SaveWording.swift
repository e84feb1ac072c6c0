public import CaptureCore
internal import GLibBridge

/// Words for why a photo could not be saved, and that it is not lost.
public enum SaveWording {
    /// One sentence, for the terminal.
    public static func reason(for error: SaveError) -> String {
        let text =
            switch error.code {
            case .diskFull: tr("There is no room left on the disk with %s.")
            case .readOnly: tr("The disk with %s can only be read.")
            case .notPermitted: tr("You may not write to %s.")
            case .folderMissing: tr("The folder %s is not there any more.")
            case .notAFolder: tr("%s is not a folder.")
            // Translators: %s is a path that the person chose, which is a folder or a device.
            case .notAFile: tr("%s is not a file that could be replaced.")
            case .unreadableName:
                tr("The name of the folder %s is no valid text (UTF-8); photos can’t go there.")
            case .tooLarge: tr("The photo is larger than any file that may be written to %s.")
            case .restricted: tr("Saving is turned off for this whole computer.")
            case .notAllowed: tr("Saving to the photo library is not allowed.")
            case .encodingFailed: tr("The picture could not be turned into a file.")
            case .failed: tr("The disk reported an error at %s.")
            }
        return text.filling("%s", with: error.path)
    }

    /// With the reassurance shown in the window.
    ///
    /// - Parameter isInMemory: whether the photo is only in memory.
    static func explanation(of error: SaveError, isInMemory: Bool) -> String {
        reason(for: error) + " "
            + (isInMemory
                ? tr("Until it is saved, the photo is lost if Tintype ends.")
                : tr("Tintype keeps the photo until it is saved."))
    }

    /// The words of the hint that no program opens HEIC, and its two answers.
    static var heicHint: (heading: String, text: String, useJPEG: String, keepHEIC: String) {
        (
            tr("No other program here opens HEIC"),
            tr("Your photos are saved as HEIC, which is half the size. JPEG opens everywhere."),
            tr("Use JPEG"), tr("Keep HEIC")
        )
    }

    /// Why photos take longer, for a toast.
    ///
    /// - Parameter error: why shots can't be journalled.
    static func slowness(_ error: SaveError) -> String {
        error.code == .diskFull
            ? tr("Photos take longer to save: there is no room to keep them safe meanwhile.")
            : tr("Photos take longer to save: there is nowhere to keep them safe meanwhile.")
    }
}
