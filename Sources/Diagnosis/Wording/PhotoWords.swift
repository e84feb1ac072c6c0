// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The words about making photos and videos, and about their folders.
enum PhotoWords {
    static func words(for finding: EncoderFinding) -> FindingWords {
        switch finding {
        case .jpeg(nil): (tr("JPEG photos can be made."), nil)
        case .jpeg: (tr("JPEG photos can’t be made."), tr("Install libjpeg-turbo again."))
        case .heic(nil): (tr("HEIC photos can be made."), nil)
        case .heic:
            (
                tr("HEIC photos can’t be made, so photos are saved as JPEG."),
                tr("Install libheif with its x265 encoder; some systems have it as libheif-plugin-x265.")
            )
        case .heicViewer(true): (tr("Other programs here open HEIC photos."), nil)
        case .heicViewer(false):
            (
                tr("No other program here opens HEIC photos."),
                tr("Install one that does, such as Loupe or gThumb, or choose JPEG in Tintype’s preferences.")
            )
        case .video(.standard): (tr("Videos can be made."), nil)
        case .video(.webM(let missing)):
            (
                tr("Videos are made as WebM, which not every program plays: a part of GStreamer is missing."),
                install(missing)
            )
        case .video(.original(let missing)):
            (
                tr("Videos can only be made of the camera’s own pictures: a part of GStreamer is missing."),
                install(missing)
            )
        case .largeVideos(let count):
            (
                trn(
                    "%d video could not be made smaller, and stays as the camera sent it.",
                    "%d videos could not be made smaller, and stay as the camera sent them.", count),
                tr(
                    "Such videos play as they are. Where they take too much room, convert them with another program."
                )
            )
        }
    }

    private static func install(_ packages: [String]) -> String {
        // Translators: %s is the name of one or more packages.
        tr("Install %s.").filling("%s", with: packages.joined(separator: ", "))
    }

    static func words(for finding: FolderFinding) -> FindingWords {
        let (text, fix) = sentence(for: finding.result)
        let summary = text.filling("%s", with: name(of: finding.purpose) + " (" + finding.path + ")")
        let free = finding.free.map { " " + tr("%s are free.").filling("%s", with: room($0)) } ?? ""
        return (summary + free, fix)
    }

    private static func name(of purpose: FolderFacts.Purpose) -> String {
        switch purpose {
        case .library: tr("The folder for photos")
        case .journal: tr("The folder for unfinished photos")
        }
    }

    private static func sentence(for result: FolderFinding.Result) -> FindingWords {
        switch result {
        case .writable: (tr("%s can be written to."), nil)
        case .toBeMade: (tr("%s will be made with the first photo."), nil)
        case .nearlyFull: (tr("%s is on a disk that is nearly full."), tr("Delete what you do not need."))
        case .full:
            (
                tr("%s is on a disk without room for photos."),
                tr("Delete what you do not need, or let photos go to another folder.")
            )
        case .failed(let code): (sentence(for: code), fix(for: code))
        }
    }

    private static func sentence(for code: SaveError.Code) -> String {
        switch code {
        case .readOnly: tr("%s is on a disk that can only be read.")
        case .notPermitted: tr("%s may not be written to by this account.")
        case .folderMissing: tr("%s is not there any more.")
        case .notAFolder: tr("%s is not a folder.")
        case .unreadableName: tr("%s has a name that is no valid text (UTF-8).")
        case .diskFull, .notAFile, .tooLarge, .notAllowed, .restricted, .encodingFailed, .tooManyPixels,
            .failed:
            tr("%s can’t be used: its disk reported an error.")
        }
    }

    private static func fix(for code: SaveError.Code) -> String {
        switch code {
        case .readOnly: tr("Let photos go to another folder, or have the disk mounted for writing.")
        case .notPermitted:
            tr("Give your account the right to write there, or let photos go to another folder.")
        case .folderMissing: tr("Plug the disk in again, or choose another folder in Tintype’s preferences.")
        case .notAFolder: tr("Move away what has the folder’s name.")
        case .unreadableName: tr("Rename the folder, or choose another folder in Tintype’s preferences.")
        case .diskFull, .notAFile, .tooLarge, .notAllowed, .restricted, .encodingFailed, .tooManyPixels,
            .failed:
            tr("Check the disk, and save important things elsewhere.")
        }
    }

    /// In whole units of a thousand, as file managers count.
    private static func room(_ bytes: Int64) -> String {
        bytes >= 1_000_000_000
            ? tr("%s GB").filling("%s", with: Decimals.one(Double(bytes) / 1e9))
            : tr("%s MB").filling("%s", with: String(bytes / 1_000_000))
    }
}
