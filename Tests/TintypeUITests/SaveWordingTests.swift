// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import TintypeUI

/// What the panel offers for photos that could not be saved, beyond `WordingTests`.
@MainActor @Suite struct SaveWordingTests {
    private func notice(
        _ code: SaveError.Code, count: Int = 1, _ access: LibraryAccess = .authorized
    ) -> SaveNotice {
        SaveNotice(SaveError(code, path: "/photos"), count: count, access: access, isInDanger: false)
    }

    @Test(arguments: [
        SaveError.Code.folderMissing, .readOnly, .notPermitted, .notAFolder,
    ])
    func brokenFolderOffersAnother(code: SaveError.Code) {
        let limited = notice(code, .limited(folder: "/photos"))
        #expect(limited.remedies == [.chooseFolder, .tryAgain, .saveAs])
        // The Pictures folder is the desktop's to set.
        #expect(notice(code).remedies == [.saveAs, .tryAgain])
    }

    @Test func whatIsTooLargeToBeConvertedSaysWhatCanBeDone() {
        let error = SaveError(.tooManyPixels(PixelSize(width: 8160, height: 6120)), path: "/photos/a.jpg")
        #expect(
            SaveWording.failedCopy(error, isVideo: false)
                == "With 8160 × 6120 pixels the photo is too large to be converted. "
                + "A copy that ends in .jpg, as the photo does, keeps all of it.")
    }

    @Test func fullDiskOffersNoOtherFolderOnIt() {
        #expect(notice(.diskFull, .limited(folder: "/photos")).remedies == [.saveAs, .tryAgain])
    }

    @Test func aFolderThatHasNoReadableNameIsNotTriedAgain() {
        #expect(notice(.unreadableName, count: 2).remedies == [.chooseFolder, .saveAs, .saveAllAs])
    }

    @Test func refusedSaveAfterConsentIsAFault() {
        let refused = notice(.notAllowed, count: 2)
        #expect(refused.heading == "2 photos couldn’t be saved")
        #expect(refused.remedies == [.saveAs, .tryAgain, .saveAllAs])
        #expect(notice(.notAllowed, count: 2, .denied).heading == "Photos are not being saved")
    }

    @Test func deniedLibraryOffersSettingsAndSaveAs() {
        let denied = notice(.notAllowed, .denied)
        #expect(denied.remedies == [.openSettings, .saveAs] && denied.discarding == .throwAway)
        #expect(denied.text.hasSuffix("1 photo is waiting."))
    }

    /// A fault of the disk is a fault of the disk, whatever was answered.
    @Test func fullDiskIsNotExplainedAsMissingPermission() {
        #expect(notice(.diskFull, .denied).heading == "The photo couldn’t be saved")
    }

    @Test func pathInASentenceIsUnchanged() {
        #expect(
            SaveWording.reason(for: SaveError(.notPermitted, path: "/photos/%s 100%"))
                == "You may not write to /photos/%s 100%.")
    }
}
