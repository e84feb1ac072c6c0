// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Codes
internal import Platform

/// What the scan sheet says where the latest screenshot gives no code to show, and what can be done about it.
struct ScreenshotNotice: Equatable {
    enum Way: Equatable {
        /// Shows the switch that is meant.
        case openSettings(PrivacyPage.Subject)
        case allowFolder
        /// Scans this one picture, once.
        case scanAnyway(path: String)
        case chooseImage

        /// The words on the button.
        var title: String {
            switch self {
            case .openSettings: tr("Open Settings")
            case .allowFolder: tr("Allow Screenshots Folder")
            case .scanAnyway: tr("Scan It Anyway")
            case .chooseImage: tr("Choose an Image…")
            }
        }
    }

    let heading: String
    let text: String
    /// The permission's state, if it is the reason.
    var level: AccessStatus.Level?
    /// The best first.
    let ways: [Way]
}

extension ScreenshotNotice {
    /// The person turned scanning off.
    static var turnedOff: ScreenshotNotice {
        ScreenshotNotice(
            heading: tr("Scanning screenshots is turned off"),
            text: tr("You turned it off in Preferences, under Privacy."),
            ways: [.openSettings(.screenshotScanning), .chooseImage])
    }

    static var restricted: ScreenshotNotice {
        ScreenshotNotice(
            heading: tr("Scanning screenshots is turned off for this computer"),
            text: tr("No switch of yours can change that; someone who looks after this computer can."),
            level: .restricted, ways: [.chooseImage])
    }

    /// - Parameters:
    ///   - scan: how looking for the latest screenshot ended.
    ///   - access: the permission then.
    /// - Returns: nil where there is nothing to say: codes were found, or could not be looked for, or the question was left
    ///   open.
    init?(_ scan: ScreenshotScan, _ access: ScreenshotAccess) {
        switch (scan, access) {
        case (.found, _), (.unavailable, _), (.notAllowed, .notDetermined): return nil
        case (.notAllowed, .restricted): self = .restricted
        case (.notAllowed, _):
            self.init(
                heading: tr("Tintype may not look at your screenshots"),
                text: tr("You can allow it in Preferences, under Privacy, or choose an image yourself."),
                level: .denied, ways: [.openSettings(.screenshots), .chooseImage])
        case (.unreadable, _):
            self.init(
                heading: tr("This account may not read the folder of screenshots"),
                text: tr("Someone who looks after this computer can change that."), level: .restricted,
                ways: [.chooseImage])
        case (.noneFound, .limited(let folder)), (.old, .limited(let folder)):
            self.init(limitedTo: folder, scan)
        case (.noneFound, _):
            self.init(
                heading: tr("No screenshot was found"),
                text: tr("Take one, or choose an image yourself."), ways: [.chooseImage])
        case (.old(let path, let age), _):
            self.init(
                heading: tr("No screenshot within the last minute"), text: Self.taken(secondsAgo: age),
                ways: [.scanAnyway(path: path), .chooseImage])
        case (.noCode, _):
            self.init(
                heading: tr("No code in the latest screenshot"),
                text: tr("Tintype looked for QR and bar codes in it."), ways: [.chooseImage])
        }
    }

    private init(limitedTo folder: String, _ scan: ScreenshotScan) {
        var ways: [Way] = [.allowFolder, .chooseImage]
        var text = tr("No picture within the last minute is in it.")
        if case .old(let path, let age) = scan {
            text += " " + Self.taken(secondsAgo: age)
            ways.insert(.scanAnyway(path: path), at: 1)
        }
        self.init(
            heading: tr("Tintype may look into %s only").filling("%s", with: FolderName.name(of: folder)),
            text: text, level: .limited, ways: ways)
    }

    /// In words, as `Taken 4 minutes ago.`
    private static func taken(secondsAgo age: Int) -> String {
        let minutes = age / 60
        return switch minutes {
        case ..<60:
            trn("The newest was taken %d minute ago.", "The newest was taken %d minutes ago.", minutes)
        case ..<(24 * 60):
            trn("The newest was taken %d hour ago.", "The newest was taken %d hours ago.", minutes / 60)
        default:
            trn("The newest was taken %d day ago.", "The newest was taken %d days ago.", minutes / (24 * 60))
        }
    }
}

/// Folders as a person names them.
enum FolderName {
    /// The last part of a path, e.g. `Holiday 2026`; the path itself where there is none.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
