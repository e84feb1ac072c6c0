// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Testing

@testable import TintypeUI

/// The question about the camera, asked on the window's page. In a dialog it is the window tests'.
extension OneAtATime {
    @MainActor @Suite struct CameraConsentControllerTests {
        private let consent = FakeConsent(.notDetermined)
        private let window = FakeWindow()
        private let seen = Seen()

        @MainActor
        private final class Seen {
            var changes = 0
            var noSettings = 0
        }

        private func controller(asksForCamera: Bool = true) -> CameraConsentController {
            let controller = CameraConsentController(
                window: window.raw, environment(consent: consent, asksForCamera: asksForCamera),
                front: { [window] in window.raw })
            controller.onChange = { [seen] in seen.changes += 1 }
            controller.onNoSettings = { [seen] in seen.noSettings += 1 }
            return controller
        }

        private func asked() async throws -> CameraConsentController {
            let controller = controller()
            controller.askOnce()
            try await until("it is asked") { controller.isAskingOnPage }
            return controller
        }

        @Test(arguments: [true, false])
        func theAnswerOnThePageIsRecordedAndEndsTheQuestion(isAllowed: Bool) async throws {
            let controller = try await asked()
            #expect(controller.isAsking && seen.changes == 1)
            controller.answer(isAllowed)
            try await until("it is recorded") { consent.access != .notDetermined }
            #expect(consent.access == (isAllowed ? .authorized : .denied))
            try await until("the window learns of it") { seen.changes == 2 }
            #expect(!controller.isAsking)
        }

        @Test func questionAppearsByItselfOnce() async throws {
            let controller = try await asked()
            controller.answer(nil)
            try await until("the window learns of it") { seen.changes == 2 }
            controller.askOnce()
            for _ in 0..<20 { await Task.yield() }
            #expect(!controller.isAsking && consent.access == .notDetermined)
            // The panel's button.
            controller.ask()
            try await until("it is asked again") { controller.isAskingOnPage }
            controller.answer(nil)
        }

        @Test func aSecondQuestionIsNotAskedMeanwhile() async throws {
            let controller = try await asked()
            controller.ask()
            for _ in 0..<20 { await Task.yield() }
            controller.answer(true)
            try await until("it is recorded") { consent.access == .authorized }
            #expect(!controller.isAsking)
        }

        @Test func anAnswerThatIsNotKnownYetIsWaitedFor() async throws {
            consent.isAccessKnown = false
            let controller = controller()
            controller.askOnce()
            for _ in 0..<20 { await Task.yield() }
            #expect(!controller.isAsking)
            consent.learn(.notDetermined)
            try await until("it is asked") { controller.isAskingOnPage }
            controller.answer(nil)
        }

        @Test func answeredQuestionIsNotAskedAgain() async throws {
            for access in [CameraAccess.authorized, .denied, .restricted(.account)] {
                consent.learn(access)
                let controller = controller()
                controller.askOnce()
                for _ in 0..<20 { await Task.yield() }
                #expect(!controller.isAsking)
            }
        }

        /// In a sandbox the desktop asks in its own words, when the person wants the camera.
        @Test func portalsQuestionReplacesOurs() async throws {
            consent.isDecidedElsewhere = true
            let controller = controller()
            controller.askOnce()
            for _ in 0..<20 { await Task.yield() }
            #expect(!controller.isAsking)
        }

        @Test func testSceneStartAsksNothing() async throws {
            let controller = controller(asksForCamera: false)
            controller.askOnce()
            for _ in 0..<20 { await Task.yield() }
            #expect(!controller.isAsking)
        }

        /// As from a second window, or the settings.
        @Test func anAnswerGivenElsewhereWithdrawsTheQuestion() async throws {
            let controller = try await asked()
            consent.learn(.authorized)
            try await until("it is withdrawn") { !controller.isAsking }
            for _ in 0..<20 { await Task.yield() }
            #expect(consent.access == .authorized)
        }

        @Test func closedWindowAnswersNothing() async throws {
            let controller = try await asked()
            window.destroy()
            #expect(!controller.isAsking)
            for _ in 0..<20 { await Task.yield() }
            #expect(consent.access == .notDetermined)
        }

        @Test func ourOwnSettingsTakeThePlaceOfTheDesktops() async throws {
            let controller = controller()
            controller.openSettings()
            try await until("ours open") { seen.noSettings == 1 }
            consent.hasDesktopSettings = true
            controller.openSettings()
            for _ in 0..<20 { await Task.yield() }
            #expect(seen.noSettings == 1)
        }
    }
}
