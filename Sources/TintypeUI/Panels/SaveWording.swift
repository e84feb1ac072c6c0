// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
internal import Platform

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
            case .tooManyPixels(let size): tooManyPixels(size, error.path)
            case .failed where error.underlying == EMFILE || error.underlying == ENFILE:
                tr("Too many files are open to write to %s.")
            case .failed: tr("The disk reported an error at %s.")
            }
        return text.filling("%s", with: error.path)
    }

    private static func tooManyPixels(_ size: PixelSize, _ path: String) -> String {
        let ending = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
        // Translators: %3$s is the ending of the photo’s own name, as “.heic”.
        return tr(
            "With %1$s × %2$s pixels the photo is too large to be converted. A copy that ends in %3$s, as the photo does, keeps all of it."
        )
        .filling("%1$s", with: String(size.width)).filling("%2$s", with: String(size.height))
        .filling("%3$s", with: ending)
    }

    /// Why a photo or video is not saved elsewhere as well, for a toast.
    static func failedCopy(_ error: SaveError, isVideo: Bool) -> String {
        guard error.code == .failed else { return reason(for: error) }
        return isVideo ? tr("The video couldn’t be saved") : tr("The photo couldn’t be saved")
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

    /// Why a photo can't get this name: its ending is that of another kind of file. Unknown endings are up to the person.
    public static func fault(ofPhotoName path: String) -> String? {
        foreignEnding(of: path, PhotoFormat.init(fileName:)).map {
            // Translators: %s is the ending of a file's name, as “.png”.
            tr("Photos end in .heic or .jpg, not in %s.").filling("%s", with: $0)
        }
    }

    /// The same for a video.
    public static func fault(ofVideoName path: String) -> String? {
        foreignEnding(of: path, VideoFormat.init(fileName:)).map {
            // Translators: %s is the ending of a file's name, as “.avi”.
            tr("Videos end in .mp4, .mkv or .webm, not in %s.").filling("%s", with: $0)
        }
    }

    private static func foreignEnding<Format>(of path: String, _ format: (String) -> Format?) -> String? {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
            format(path) == nil, FileKind.isMedia(byNameOf: String(name))
        else { return nil }
        return String(name[dot...])
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
