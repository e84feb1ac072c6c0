// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Dispatch
import Platform
import Testing

@testable import Permissions

extension OneAtATime {
    /// The check that runs beside GTK's start.
    @MainActor
    struct EarlyCheckTests {
        private let bus: PrivateBus
        private let permission: CameraPermissionManager

        init() throws {
            bus = try PrivateBus()
            permission = CameraPermissionManager(
                TestSettings.ours(), PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
        }

        /// As Launch does it: on another thread.
        private func run(_ check: any EarlyChecking, _ connection: BusConnection?) async -> CameraGrant? {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: check.run(connection)) }
            }
        }

        @Test func consentGivesTheManagersGrant() async throws {
            try bus.set(["yes"])
            let grant = try #require(await run(permission.earlyCheck(), try bus.connect()))
            try await until("the manager knows") { permission.access == .authorized }
            #expect(permission.currentGrant() === grant)
        }

        @Test(arguments: [["no"], [], ["ask"]])
        func onlyTheManagerMakesGrants(words: [String]) async throws {
            try bus.set(words)
            #expect(await run(permission.earlyCheck(), try bus.connect()) == nil)
            try await until("the manager knows") { permission.isAccessKnown }
            #expect(permission.access == (words == ["no"] ? .denied : .notDetermined))
        }

        @Test func denialMeanwhileWins() async throws {
            try bus.set(["yes"])
            let check = permission.earlyCheck()
            permission.record(isAllowed: false)
            #expect(await run(check, try bus.connect()) == nil)
            try await runLoop(for: .milliseconds(20))
            #expect(permission.access == .denied)
        }

        @Test func laterDenialEndsTheGrant() async throws {
            try bus.set(["yes"])
            let connection = try bus.connect()
            let grant = try #require(await run(permission.earlyCheck(), connection))
            permission.start { connection }
            try await until("the manager knows") { permission.access == .authorized }
            try bus.set(["no"])
            try await until("the grant has ended") { !grant.isValid }
        }

        @Test func missingBusFallsBackToOurSettings() async throws {
            #expect(await run(permission.earlyCheck(), nil) == nil)
            let settings = TestSettings.ours()
            settings?.set("camera-access", "yes")
            let allowed = CameraPermissionManager(
                settings, PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            #expect(await run(allowed.earlyCheck(), nil) != nil)
        }

        @Test func lockedDownCameraStaysClosed() async throws {
            try bus.set(["yes"])
            try bus.start("settings_portal.py", "true")
            #expect(await run(permission.earlyCheck(), try bus.connect()) == nil)
            let privacy = TestSettings.privacy()
            privacy?.set("disable-camera", true)
            let restricted = CameraPermissionManager(
                TestSettings.ours(), PrivacyKey(settings: privacy), waitsForStore: true,
                isOutOfReach: { false })
            #expect(await run(restricted.earlyCheck(), try bus.connect()) == nil)
        }
    }
}
