public import CaptureCore
internal import GLibBridge

/// Says in words why a photo could not be saved, and that it is not lost.
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
            case .notAllowed: tr("Saving to the photo library is not allowed.")
            case .encodingFailed: tr("The picture could not be turned into a file.")
            case .failed: tr("The disk reported an error at %s.")
            }
        return text.filling("%s", with: error.path)
    }

    /// With the comfort that goes with it in the window.
    static func explanation(of error: SaveError) -> String {
        reason(for: error) + " " + tr("Tintype keeps the photo until it is saved.")
    }
}
