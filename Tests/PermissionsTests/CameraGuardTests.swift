// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Permissions

extension OneAtATime {
    /// Signals that arrive while the main thread is blocked.
    @MainActor
    struct CameraGuardTests {
        private let bus: PrivateBus
        private let permission: CameraPermissionManager
        private let connection: BusConnection

        init() throws {
            bus = try PrivateBus()
            try bus.set(["yes"])
            connection = try bus.connect()
            permission = CameraPermissionManager(
                TestSettings.ours(), PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
        }

        private func earlyGrant() async throws -> CameraGrant {
            let check = permission.earlyCheck()
            let connection = connection
            return try #require(await Blocking.run { check.run(connection) })
        }

        /// Blocks the main thread meanwhile, as GTK does.
        private func endsAlone(_ grant: CameraGrant) -> Bool {
            let start = ContinuousClock.now
            while grant.isValid, ContinuousClock.now - start < .seconds(10) {}
            return !grant.isValid
        }

        @Test func denialEndsTheGrantWithoutTheMainThread() async throws {
            let grant = try await earlyGrant()
            try bus.set(["no"])
            #expect(endsAlone(grant))
        }

        @Test(arguments: [["ask"], [], ["yes", "no"]])
        func everythingButConsentEndsTheGrant(words: [String]) async throws {
            let grant = try await earlyGrant()
            try bus.set(words)
            #expect(endsAlone(grant))
        }

        @Test func portalsLockdownEndsTheGrant() async throws {
            try bus.start("settings_portal.py", "<false>")
            let grant = try await earlyGrant()
            _ = try bus.connect().callBlocking(
                BusCall(
                    "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                    "org.freedesktop.portal.Settings", "Set", [.variant(.boolean(true))],
                    timeout: .seconds(10)))
            #expect(endsAlone(grant))
        }

        @Test func otherProgramsDenialEndsNothing() async throws {
            let grant = try await earlyGrant()
            try bus.set(["no"], app: "org.example.Other")
            // The store's earlier signals have arrived with its answer.
            let store = PermissionStore(
                connection: connection, entry: PermissionRecord.Place.camera.entry)
            await Blocking.run {
                _ = store.readBlocking()
                SignalThread.shared.wait()
            }
            #expect(grant.isValid)
        }

        /// The guard hears what the main actor leaves aside while it waits for the store.
        @Test func changeDuringAFailedStoreIsReported() async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("permission_store.py", "torn")
            let connection = try bus.connect()
            permission.start { connection }
            let check = permission.earlyCheck()
            _ = await Blocking.run { check.run(connection) }
            try await until("the question is open") { permission.isAccessKnown }
            var heard: [CameraAccess] = []
            permission.observe { heard.append($0) }
            permission.record(isAllowed: true)
            let grant = try #require(permission.currentGrant())
            try await until("the guard has heard") { !grant.isValid }
            try await until("it is news") { heard == [.authorized, .notDetermined] }
            permission.record(isAllowed: true)
            #expect(permission.currentGrant()?.isValid == true)
        }

        @Test func withdrawnDenialGivesANewGrant() async throws {
            let connection = connection
            permission.start { connection }
            let grant = try await earlyGrant()
            var heard: [CameraAccess] = []
            permission.observe { heard.append($0) }
            try bus.set(["no"])
            #expect(endsAlone(grant))
            try bus.set(["yes"])
            try await until("it is allowed again") {
                permission.access == .authorized && heard.last == .authorized
            }
            #expect(permission.currentGrant()?.isValid == true)
        }
    }
}
