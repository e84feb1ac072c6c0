// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import InterfaceTesting
import Testing

@testable import TintypeUI

private let stream = StreamDescription(
    layout: FrameLayout(
        format: .grey, size: PixelSize(width: 4, height: 1), bytesPerLine: 4, color: .jpeg), rate: nil)

/// The words and buttons of the panels over the viewfinder, in each state of the session.
@MainActor @Suite struct SessionWordingTests {
    private func session(
        _ state: SessionState, _ access: CameraAccess = .authorized, isKnown: Bool = true
    ) -> SessionModel {
        let consent = FakeConsent(access)
        consent.isAccessKnown = isKnown
        let session = SessionModel(consent: consent, mode: .automatic)
        session.update(SessionSnapshot(state: state, cameras: [webcam]))
        return session
    }

    private func message(_ code: CameraError.Code) throws -> Message {
        try #require(session(.failed(webcam, CameraError(code))).message)
    }

    @Test(arguments: [
        (SessionState.noCamera, "No camera found", [Message.Remedy.useTestScene]),
        (.opening(webcam, attempt: 2), "Waiting for the camera", []),
        (.restarting(webcam, restarts: 2), "Reconnecting", []),
        (.busy(webcam, by: "Cheese"), "Camera is in use", [.tryAgain]),
        (.disconnected(webcam), "Camera disconnected", [.useTestScene]),
        (.failed(webcam, CameraError(.stalled)), "The camera stopped sending pictures", [.tryAgain]),
        (.failed(webcam, CameraError(.noBandwidth)), "The USB connection is full", [.tryAgain]),
        (.failed(webcam, CameraError(.notAllowed)), "The camera can’t be opened", [.tryAgain]),
        (.failed(webcam, CameraError(.unsupportedFormat)), "This camera can’t be shown", [.tryAgain]),
        (.failed(webcam, CameraError(.gone)), "The camera has a problem", [.tryAgain]),
    ])
    func everyStateWithoutAPictureHasItsTitleAndItsButtons(
        state: SessionState, title: String, remedies: [Message.Remedy]
    ) throws {
        let message = try #require(session(state).message)
        #expect(message.title == title)
        #expect(message.remedies == remedies)
        #expect(message.isTrouble && message.icon != nil)
    }

    /// It streams again, but a picture or two may be all that comes.
    @Test func faultStaysExplainedUntilSeveralPicturesCame() {
        let error = CameraError(.stalled)
        let resuming = session(.resuming(webcam, stream, after: error))
        #expect(resuming.message == session(.failed(webcam, error)).message)
        #expect(!resuming.isStreaming && !resuming.isStarting)
    }

    @Test func idleVirtualCameraOffersTheTestScene() throws {
        let message = try message(.noSource)
        #expect(message.title == "Waiting for pictures")
        #expect(message.text == "Nothing comes from Webcam: start it there.")
        #expect(message.remedies == [.tryAgain, .useTestScene])
    }

    @Test func aMissingDecoderIsNamedByItsPackage() throws {
        #expect(
            try message(.decoderMissing(package: "libavcodec59")).text
                == "Webcam sends H.264, which is shown once the package libavcodec59 is installed.")
    }

    /// A name is filled in as it is, whatever it looks like.
    @Test func aCameraNamedLikeAPlaceholderBreaksNoSentence() throws {
        let odd = CameraInfo(id: webcam.id, name: "100%s %1$s", node: "", position: .external)
        let text = try #require(session(.busy(odd, by: "Cheese")).message).text
        #expect(text.hasPrefix("Cheese is using 100%s %1$s."))
    }

    @Test func openQuestionIsNotReportedAsTrouble() {
        #expect(session(.off, .notDetermined).message?.isTrouble == false)
        #expect(!SessionWording.cameraQuestion(nil).isTrouble)
        #expect(SessionWording.cameraQuestion(nil).remedies == [.allow, .dontAllow])
    }

    /// What has no plug is not unplugged, and what is a program is started anew there.
    @Test(arguments: [
        CameraError.Code.stalled, .noBandwidth, .failed, .gone, .noSource, .crashes, .notAllowed,
        .unsupportedFormat, .busy(by: nil), .controlRefused,
    ])
    func whatHelpsFitsTheCamera(code: CameraError.Code) throws {
        for position in [CameraInfo.Position.external, .builtIn, .board, .virtual, .simulated] {
            let camera = CameraInfo(id: webcam.id, name: "A", node: "/dev/video0", position: position)
            for state in [SessionState.failed(camera, CameraError(code)), .disconnected(camera)] {
                let message = try #require(session(state).message)
                let words = message.title + " " + message.text
                let isPlugged = ["Unplugging it", "Plug A", "Plug it"].contains { words.contains($0) }
                #expect(!isPlugged || position == .external, "\(words)")
                #expect(!words.contains("USB") || position != .virtual, "\(words)")
                #expect(
                    !words.contains("computer") || position != .virtual || code == .notAllowed, "\(words)")
            }
        }
    }

    @Test(arguments: [
        (CameraInfo.Position.external, "Unplugging it and plugging it in again often helps."),
        (.builtIn, "Restarting the computer often helps."), (.board, "Restarting the computer often helps."),
        (.virtual, "Starting it anew in its program often helps."),
    ])
    func errorsAndSilenceHaveTheSameRemedy(position: CameraInfo.Position, remedy: String) throws {
        let camera = CameraInfo(id: webcam.id, name: "A", node: "/dev/video0", position: position)
        for code in [CameraError.Code.failed, .stalled] {
            let message = try #require(session(.failed(camera, CameraError(code))).message)
            #expect(message.text.hasSuffix(remedy), "\(message.text)")
        }
    }

    @Test(arguments: [SessionState.noCamera, .disconnected(webcam)])
    func whatIsNotLookedForAnyMoreHasAButton(state: SessionState) throws {
        func message(hasGivenUp: Bool) throws -> Message {
            try #require(
                SessionWording.message(for: state, access: .authorized, hasGivenUp: hasGivenUp))
        }
        let (before, after) = (try message(hasGivenUp: false), try message(hasGivenUp: true))
        #expect(after.remedies == [.tryAgain] + before.remedies)
        #expect(after.text == before.text + " If no picture comes, press “Try Again”.")
    }

    // MARK: The model

    @Test(arguments: [
        SessionState.opening(webcam, attempt: 1), .restarting(webcam, restarts: 1), .paused(webcam),
        .paused(nil),
    ])
    func expectedPictureIsWaitedFor(state: SessionState) {
        #expect(session(state).isStarting)
    }

    @Test(arguments: [
        SessionState.noCamera, .opening(webcam, attempt: 2), .restarting(webcam, restarts: 2),
        .busy(webcam, by: nil), .disconnected(webcam), .failed(webcam, CameraError(.stalled)),
    ])
    func explainedFaultIsNotWaitedFor(state: SessionState) {
        #expect(!session(state).isStarting)
    }

    @Test func cameraMayStartBeforeTheAnswerIsKnown() {
        let unknown = session(.off, .notDetermined, isKnown: false)
        #expect(unknown.message == nil && unknown.isStarting)
        let denied = session(.off, .denied)
        #expect(denied.message != nil && !denied.isStarting)
    }

    /// The desktop may not have answered when the driver streams already.
    @Test func unknownPermissionHidesNoPicture() {
        let session = session(.streaming(webcam, stream, restarts: 0), .notDetermined, isKnown: false)
        #expect(session.isStreaming)
    }

    @Test func theTestSceneNeedsNoPermission() {
        for access in [CameraAccess.denied, .notDetermined, .restricted(.wholeComputer)] {
            #expect(session(.streaming(scene, stream, restarts: 0), access).isStreaming)
            #expect(session(.opening(scene, attempt: 1), access).message == nil)
        }
    }
}
