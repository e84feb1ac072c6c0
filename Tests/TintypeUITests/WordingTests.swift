// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import InterfaceTesting
import Testing

@testable import TintypeUI

@MainActor @Suite struct WordingTests {
    private func message(
        _ state: SessionState, _ access: CameraAccess = .authorized, isKnown: Bool = true
    ) -> Message? {
        let consent = FakeConsent(access)
        consent.isAccessKnown = isKnown
        let session = SessionModel(consent: consent, mode: .automatic)
        session.update(SessionSnapshot(state: state, cameras: []))
        return session.message
    }

    // MARK: Session

    @Test func unknownStateIsNotExplained() {
        #expect(message(.off, .notDetermined, isKnown: false) == nil)
        #expect(message(.off, .notDetermined)?.remedies == [.allowCamera])
    }

    @Test func revokedPermissionCountsBeforeTheDriverCloses() {
        let consent = FakeConsent(.denied)
        let session = SessionModel(consent: consent, mode: .automatic)
        session.update(streaming())
        #expect(session.state == .off)
        #expect(!session.isStreaming)
        #expect(session.message?.title == "Camera access is off")
        session.update(streaming(scene))
        #expect(session.isStreaming)
    }

    @Test func aModeThatWasChangedCountsBeforeTheCameraHasStartedAnew() {
        let session = SessionModel(consent: FakeConsent(), mode: .automatic)
        var snapshot = streaming()
        session.update(snapshot)
        var requests = PreferredModes()
        requests[webcam.id] = CaptureMode(
            format: .mjpeg, size: PixelSize(width: 1280, height: 720), rate: FrameRate(60))
        session.update(requests)
        #expect(session.state == .opening(webcam, attempt: 1))
        snapshot.preferredMode = requests[webcam.id]
        session.update(snapshot)
        #expect(session.isStreaming)
        session.update(PreferredModes())
        #expect(!session.isStreaming)
    }

    @Test(arguments: [
        (CameraAccess.denied, [Message.Remedy.openSettings, .useTestScene]),
        (.restricted(.wholeComputer), [.openSettings, .useTestScene]),
        (.restricted(.account), [.useTestScene]),
    ])
    func everyDeniedStateOffersAnAction(access: CameraAccess, remedies: [Message.Remedy]) {
        #expect(message(.off, access)?.remedies == remedies)
    }

    @Test func aBusyCameraNamesItsOwner() {
        let text = message(.busy(webcam, by: "Cheese"))?.text
        #expect(text == "Cheese is using Webcam. Close it there, and the picture appears here.")
        #expect(message(.busy(webcam, by: nil))?.text.hasPrefix("Another program is using Webcam.") == true)
    }

    @Test func aShortInterruptionIsNotExplained() {
        #expect(message(.restarting(webcam, restarts: 1)) == nil)
        #expect(message(.restarting(webcam, restarts: 2))?.title == "Reconnecting")
        #expect(message(.opening(webcam, attempt: 1)) == nil)
        #expect(message(.opening(webcam, attempt: 2))?.title == "Waiting for the camera")
        #expect(message(streaming().state) == nil)
        #expect(message(.paused(webcam)) == nil)
    }

    @Test(arguments: [
        CameraError.Code.notAllowed, .unsupportedFormat, .stalled, .noBandwidth, .gone, .controlRefused,
        .failed,
    ])
    func everyFaultSaysWhichCameraAndCanBeTriedAgain(code: CameraError.Code) throws {
        let shown = message(.failed(webcam, CameraError(code, step: "test")))
        let message = try #require(shown)
        #expect(message.text.contains("Webcam"))
        #expect(!message.text.contains("%"))
        #expect(message.remedies == [.tryAgain])
    }

    // MARK: Saving

    private let codes: [SaveError.Code] = [
        .diskFull, .readOnly, .notPermitted, .folderMissing, .notAFolder, .notAFile, .unreadableName,
        .tooLarge,
        .notAllowed, .restricted, .encodingFailed, .failed,
    ]

    @Test func everyReasonNamesItsPlaceAndOffersAWayOut() {
        for code in codes {
            for access in [LibraryAccess.authorized, .limited(folder: "/f"), .denied, .notDetermined] {
                let error = SaveError(code, path: "/photos")
                let notice = SaveNotice(error, count: 1, access: access, isInDanger: false)
                #expect(!notice.remedies.isEmpty, "\(code)")
                #expect(!notice.text.contains("%"), "\(code)")
            }
        }
    }

    @Test func photoOnlyInMemoryIsReportedAsEndangered() {
        let error = SaveError(.diskFull, path: "/photos")
        let inMemory = SaveNotice(error, count: 1, access: .authorized, isInDanger: true)
        #expect(inMemory.text.hasSuffix("Until it is saved, the photo is lost if Tintype ends."))
        let journalled = SaveNotice(error, count: 1, access: .authorized, isInDanger: false)
        #expect(journalled.text.hasSuffix("Tintype keeps the photo until it is saved."))
    }

    @Test func severalPhotosCanBeSavedAtOnce() {
        let error = SaveError(.diskFull, path: "/photos")
        let notice = SaveNotice(error, count: 3, access: .authorized, isInDanger: false)
        #expect(notice.heading == "3 photos couldn’t be saved")
        #expect(notice.remedies == [.saveAs, .tryAgain, .saveAllAs])
    }

    @Test func lockdownOffersNoFile() {
        let error = SaveError(.restricted, path: "")
        let notice = SaveNotice(error, count: 1, access: .restricted, isInDanger: false)
        #expect(notice.remedies.isEmpty && notice.discarding == .throwAway)
        let undecided = SaveNotice(
            SaveError(.notAllowed, path: ""), count: 2, access: .notDetermined, isInDanger: false)
        #expect(undecided.text.hasSuffix("2 photos are waiting."))
        #expect(undecided.remedies == [.allow, .saveAllAs] && undecided.discarding == .throwAllAway)
    }
}
