// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Permissions

extension OneAtATime {
    /// That the microphone's permission is one of its own, with the desktop's real store. What it shares with the
    /// camera's is tested there.
    @MainActor
    struct MicrophoneTests {
        private let bus: PrivateBus
        private let settings = TestSettings.ours()
        private let table = "devices"
        private let id = "microphone"

        init() throws { bus = try PrivateBus() }

        private func started(_ access: MicrophoneAccess) async throws -> MicrophonePermissionManager {
            let permission = MicrophonePermissionManager(
                settings, PrivacyKey(PrivacyPortal(MicrophoneKind.self), settings: nil), waitsForStore: true,
                isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            try await until("the store has answered") {
                permission.isAccessKnown && permission.access == access
            }
            return permission
        }

        @Test func theCamerasAnswerSaysNothingAboutTheMicrophone() async throws {
            try bus.set(["yes"])
            let permission = try await started(.notDetermined)
            #expect(permission.currentGrant() == nil)
            try bus.set(["yes"], in: table, id)
            try await until("it is allowed") { permission.access == .authorized }
            try bus.set(["no"])
            try await runLoop(for: .milliseconds(50))
            #expect(permission.currentGrant()?.isValid == true)
        }

        @Test(arguments: [true, false]) func theAnswerIsStoredUnderTheMicrophonesName(isAllowed: Bool)
            async throws
        {
            let permission = try await started(.notDetermined)
            permission.record(isAllowed: isAllowed)
            #expect(permission.access == (isAllowed ? .authorized : .denied), "at once")
            try await until("it is stored") {
                try bus.stored(in: table, id) == [isAllowed ? "yes" : "no"]
            }
            #expect(try bus.stored() == [], "the camera's answer is open")
            try await until("it is remembered for the next start") {
                settings?.string("microphone-access-hint") == (isAllowed ? "yes" : "no")
            }
            #expect(settings?.string("camera-access-hint") == "unset")
        }

        @Test func denialIsRememberedAndNotAskedAgain() async throws {
            try bus.set(["no"], in: table, id)
            let permission = try await started(.denied)
            var asked = 0
            permission.asker = {
                asked += 1
                return true
            }
            #expect(try await answer { await permission.request() } == .denied)
            #expect(asked == 0 && permission.currentGrant() == nil)
        }

        @Test func aWithdrawnPermissionEndsTheGrantWithoutTheMainThread() async throws {
            try bus.set(["yes"], in: table, id)
            let permission = try await started(.authorized)
            let check = permission.watchedCheck()
            let connection = try bus.connect()
            let grant = try #require(await Blocking.run { check.run(connection) })
            #expect(permission.currentGrant() === grant)
            try bus.set(["no"], in: table, id)
            let start = ContinuousClock.now
            // Blocks the main thread meanwhile, as GTK does.
            while grant.isValid, ContinuousClock.now - start < .seconds(10) {}
            #expect(!grant.isValid)
        }

        @Test func microphonesPrivacyKeyIsItsOwn() throws {
            let key = try #require(TestSettings.privacy(), "gsettings-desktop-schemas")
            let permission = MicrophonePermissionManager(
                nil, PrivacyKey(PrivacyPortal(MicrophoneKind.self), settings: key), waitsForStore: false,
                isOutOfReach: { false })
            permission.record(isAllowed: true)
            let grant = try #require(permission.currentGrant())
            key.set("disable-camera", true)
            #expect(grant.isValid)
            key.set("disable-microphone", true)
            #expect(permission.access == .restricted(.wholeComputer))
            #expect(!grant.isValid && permission.currentGrant() == nil)
            key.set("disable-microphone", false)
            #expect(permission.access == .authorized)
        }

        /// As in a sandbox, whose bus hides the store.
        @Test func missingStoreFallsBackToOurSettings() async throws {
            let bus = try PrivateBus(hasStore: false)
            let connection = try bus.connect()
            let permission = MicrophonePermissionManager(
                settings: settings, isSandboxed: true, waitsForStore: true)
            permission.start { connection }
            try await until("the question is open") { permission.isAccessKnown }
            permission.asker = { true }
            #expect(try await answer { await permission.request() } == .authorized)
            try await until("it is stored") { settings?.string("microphone-access") == "yes" }
            let again = MicrophonePermissionManager(
                settings: settings, isSandboxed: true, waitsForStore: true)
            again.start { connection }
            try await until("it is allowed") { again.access == .authorized }
            #expect(again.currentGrant()?.isValid == true)
        }

        @Test func commandsReadAndRecordIt() async throws {
            try bus.set(["no"], in: table, id)
            let connection = try bus.connect()
            let permission = MicrophonePermissionManager(settings: settings, waitsForStore: true)
            permission.readBlocking(connection)
            #expect(permission.hasRecordedNo && permission.access == .denied)
            #expect(permission.recordBlocking(isAllowed: true))
            #expect(try bus.stored(in: table, id) == ["yes"])
            #expect(permission.recordBlocking(isAllowed: nil))
            #expect(try bus.stored(in: table, id) == [] && permission.access == .notDetermined)
        }
    }
}
