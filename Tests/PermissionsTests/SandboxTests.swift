// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import Permissions

@Suite struct SandboxEvidenceTests {
    @Test func unclearAnswerIsNoPermission() {
        for asked in [false, true] {
            #expect(SandboxEvidence(gate: .unclear("late"), hasAsked: asked).access == .notDetermined)
            #expect(SandboxEvidence(gate: nil, hasAsked: asked).access == .notDetermined)
        }
        #expect(SandboxEvidence(gate: .open).access == .authorized)
    }

    @Test func closedPortalCountsAsDeniedOnlyAfterTheQuestion() {
        #expect(SandboxEvidence(gate: .closed).access == .notDetermined)
        #expect(SandboxEvidence(gate: .closed, hasAsked: true).access == .denied)
    }

    @Test func ourOwnSwitchAndTheDesktopsComeFirst() {
        #expect(SandboxEvidence(gate: .open, isTurnedOff: true).access == .denied)
        #expect(SandboxEvidence(gate: .disabled).access == .restricted(.wholeComputer))
        let both = SandboxEvidence(gate: .open, isTurnedOff: true, isDisabled: true)
        #expect(both.access == .restricted(.wholeComputer))
    }

    @Test func theFileOfTheSandboxTells() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "flatpak-info-\(UUID())")
        #expect(!Sandbox.isFlatpak(info: file.path))
        try Data().write(to: file)
        #expect(Sandbox.isFlatpak(info: file.path))
        try FileManager.default.removeItem(at: file)
    }
}

@Suite struct PortalAnswerTests {
    @Test(arguments: [
        (BusValue.tuple([.integer(0), .array([])]), PortalRequest.Outcome.granted),
        (.tuple([.integer(1), .array([])]), .refused),
        (.tuple([.integer(2), .array([])]), .failed("the portal gave up")),
        (.tuple([.integer(3), .array([])]), .failed("an answer of no known form")),
        (.tuple([.integer(-1)]), .failed("an answer of no known form")),
        (.tuple([.boolean(false)]), .failed("an answer of no known form")),
        (.tuple([.string("0")]), .failed("an answer of no known form")),
        (.tuple([]), .failed("an answer of no known form")),
        (.unreadable, .failed("an answer of no known form")),
    ])
    @MainActor func onlyAZeroIsAYes(_ answer: BusValue, _ outcome: PortalRequest.Outcome) {
        #expect(PortalRequest.outcome(of: answer) == outcome)
    }

    @Test @MainActor func theRequestIsKnownBeforeItIsMade() {
        #expect(
            PortalRequest.path(of: "tintype7", sender: ":1.42")
                == "/org/freedesktop/portal/desktop/request/1_42/tintype7")
    }
}

extension OneAtATime {
    /// Against a bus without a portal, and with one that misbehaves.
    @Suite @MainActor struct SandboxTransitionTests {
        @Test func missingPortalAllowsNothing() async throws {
            let bus = try PrivateBus(hasStore: false)
            let permission = try make(bus)
            try await until("it is known") { permission.isAccessKnown }
            #expect(permission.access == .notDetermined)
            #expect(try await answer { await permission.request() } == .notDetermined)
            #expect(permission.currentGrant() == nil)
        }

        @Test(arguments: ["handle", "letters", "empty", "huge", "mute", "paper"])
        func aMadPortalGivesNoGrant(_ mood: String) async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("camera_portal.py", mood)
            let permission = try make(bus)
            try await until("it is known") { permission.isAccessKnown }
            #expect(try await answer { await permission.request() } != .authorized)
            #expect(permission.currentGrant() == nil)
        }

        @Test func grantEndsWithThePortal() async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("camera_portal.py", "pipe")
            let permission = try make(bus)
            try await until("it is known") { permission.isAccessKnown }
            #expect(permission.access == .notDetermined)
            #expect(try await answer { await permission.request() } == .authorized)
            let grant = try #require(permission.currentGrant())
            let descriptor = try #require(try await Task.detached { try grant.openMediaConnection() }.value)
            close(descriptor)
            permission.record(isAllowed: false)
            #expect(permission.access == .denied)
            #expect(!grant.isValid)
            #expect(throws: CameraError.self) { try grant.openMediaConnection() }
            permission.record(isAllowed: true)
            #expect(permission.access == .authorized)
        }

        @Test func theQuestionIsRememberedAsAsked() async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("camera_portal.py", "no")
            let settings = try #require(TestSettings.ours())
            let permission = try make(bus, settings)
            try await until("it is known") { permission.isAccessKnown }
            #expect(permission.access == .notDetermined)
            #expect(try await answer { await permission.request() } == .denied)
            #expect(settings.boolean("camera-asked"))
            let again = try make(bus, settings)
            try await until("it is known") { again.isAccessKnown }
            #expect(again.access == .denied)
        }

        @Test func aPortalThatComesLaterIsAskedAgain() async throws {
            let bus = try PrivateBus(hasStore: false)
            let permission = try make(bus)
            try await until("it is known") { permission.isAccessKnown }
            try bus.start("settings_portal.py", "true")
            permission.refresh()
            try await until("it is off") { permission.access == .restricted(.wholeComputer) }
        }

        private func make(
            _ bus: PrivateBus, _ settings: Settings? = TestSettings.ours()
        ) throws -> SandboxCameraPermission {
            let connection = try bus.connect()
            let permission = SandboxCameraPermission(settings, PrivacyKey(settings: nil)) { connection }
            permission.start { connection }
            return permission
        }
    }
}
