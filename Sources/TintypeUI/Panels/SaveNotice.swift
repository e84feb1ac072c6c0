// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The words about waiting photos, and the remedies.
struct SaveNotice: Equatable {
    /// A notice's offers.
    enum Remedy: Equatable {
        case tryAgain, allow, openSettings, chooseFolder, saveAs, saveAllAs, throwAway, throwAllAway

        /// The words on the button.
        var title: String {
            switch self {
            case .tryAgain: tr("Try Again")
            case .allow: tr("Allow Saving…")
            case .openSettings: tr("Open Settings")
            case .chooseFolder: tr("Choose Another Folder…")
            case .saveAs: tr("Save As…")
            case .saveAllAs: tr("Save All As…")
            case .throwAway: tr("Throw Away")
            case .throwAllAway: tr("Throw All Away")
            }
        }
    }

    let heading: String
    let text: String
    /// The best first.
    let remedies: [Remedy]
    /// What gives the photos up; nil where the end of the program asks about that.
    var discarding: Remedy?
}

extension SaveNotice {
    /// - Parameters:
    ///   - error: why the newest of them is not saved.
    ///   - count: how many wait.
    ///   - isInDanger: whether one of them is in memory only.
    init(_ error: SaveError, count: Int, access: LibraryAccess, isInDanger: Bool) {
        if [.notAllowed, .restricted].contains(error.code), !access.allowsSaving {
            self = .notAllowed(count, access)
        } else {
            self = .failed(error, count, access, isInDanger)
        }
    }

    private static func notAllowed(_ count: Int, _ access: LibraryAccess) -> SaveNotice {
        let waiting = trn("%d photo is waiting.", "%d photos are waiting.", count)
        // All at once: the card does not show which photo is which.
        let saving: Remedy = count > 1 ? .saveAllAs : .saveAs
        let (reason, remedies): (String, [Remedy]) =
            switch access {
            case .restricted:
                (
                    tr(
                        "Saving is turned off for this whole computer. Someone who looks after it can change that."
                    ), []
                )
            case .notDetermined: (tr("You have not decided yet where photos go."), [.allow, saving])
            case .denied, .authorized, .limited:
                (tr("Tintype may not use your photo library."), [.openSettings, saving])
            }
        return SaveNotice(
            heading: tr("Photos are not being saved"), text: reason + " " + waiting, remedies: remedies,
            discarding: count > 1 ? .throwAllAway : .throwAway)
    }

    /// Offers to save the oldest photo, or all at once.
    private static func ways(toSave count: Int) -> [Remedy] { count > 1 ? [.saveAs, .saveAllAs] : [.saveAs] }

    private static func failed(
        _ error: SaveError, _ count: Int, _ access: LibraryAccess, _ isInDanger: Bool
    ) -> SaveNotice {
        let heading =
            count == 1
            ? tr("The photo couldn’t be saved")
            : trn("%d photo couldn’t be saved", "%d photos couldn’t be saved", count)
        let isAboutFolder = [.folderMissing, .readOnly, .notPermitted, .notAFolder, .unreadableName]
            .contains(error.code)
        let remedies: [Remedy] =
            if error.code == .unreadableName {
                [.chooseFolder] + ways(toSave: count)
            } else if case .limited = access, isAboutFolder {
                [.chooseFolder, .tryAgain] + ways(toSave: count)
            } else {
                [.saveAs, .tryAgain] + ways(toSave: count).dropFirst()
            }
        let text = SaveWording.explanation(of: error, isInMemory: isInDanger)
        return SaveNotice(heading: heading, text: text, remedies: remedies)
    }
}
