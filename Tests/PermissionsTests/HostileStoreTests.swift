// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Permissions

extension OneAtATime {
    /// A store that is missing, late or invalid never allows anything.
    @MainActor
    struct HostileStoreTests {
        private func store(_ mood: String?, timeout: Duration = .seconds(10)) throws -> (
            PrivateBus, PermissionStore
        ) {
            let bus = try PrivateBus(hasStore: false)
            if let mood { try bus.start("permission_store.py", mood) }
            let entry = PermissionRecord.Place.camera.entry
            return (bus, PermissionStore(connection: try bus.connect(), entry: entry, timeout: timeout))
        }

        @Test func missingStoreIsDistinguishedFromErrors() async throws {
            let (bus, store) = try store(nil)
            #expect(try await answer { await store.read() } == .noStore)
            #expect(try await answer { await store.write(.yes) } == .noStore)
            #expect(store.readBlocking() == .noStore)
            withExtendedLifetime(bus) {}
        }

        @Test(arguments: ["number", "empty", "words", "nested", "variant", "error", "many"])
        func senselessAnswersAllowNothing(mood: String) async throws {
            let (bus, store) = try store(mood)
            guard case .nonsense = try await answer({ await store.read() }) else {
                Issue.record("believed")
                return
            }
            guard case .nonsense = store.readBlocking() else {
                Issue.record("believed")
                return
            }
            withExtendedLifetime(bus) {}
        }

        @Test(arguments: ["two", "shouting", "padded", "blank"])
        func inexactConsentAllowsNothing(mood: String) async throws {
            let (bus, store) = try store(mood)
            #expect(try await answer { await store.read() } == .answer(.unset))
            withExtendedLifetime(bus) {}
        }

        @Test func aStoreThatNeverAnswersIsSilent() async throws {
            let (bus, store) = try store("never", timeout: .milliseconds(50))
            #expect(try await answer { await store.read() } == .silence)
            #expect(store.readBlocking() == .silence)
            withExtendedLifetime(bus) {}
        }

        @Test(arguments: ["number", "error", "never", "empty", "two"])
        func theManagerNeverAllows(mood: String) async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("permission_store.py", mood)
            let permission = CameraPermissionManager(
                TestSettings.ours(), PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            try await until("something is known") { permission.isAccessKnown }
            #expect(permission.access == .notDetermined)
            #expect(permission.currentGrant() == nil)
        }

        @Test func aLateYesIsWaitedForWithoutGuessing() async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("permission_store.py", "1500")
            let permission = CameraPermissionManager(
                TestSettings.ours(), PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            #expect(!permission.isAccessKnown)
            try await until("the question counts as open", within: .seconds(1)) { permission.isAccessKnown }
            #expect(permission.access == .notDetermined)
            try await until("the answer counts when it comes") { permission.access == .authorized }
        }

        @Test func lateConsentDoesNotOverruleADenial() async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("permission_store.py", "700")
            let permission = CameraPermissionManager(
                TestSettings.ours(), PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            try await until("the question counts as open") { permission.isAccessKnown }
            permission.record(isAllowed: false)
            #expect(permission.access == .denied)
            // The store's yes to the first question is older than the person's no.
            try await runLoop(for: .milliseconds(900))
            #expect(permission.access == .denied)
        }

        @Test func anAnswerThatCantBeStoredHoldsForTheSession() async throws {
            let bus = try PrivateBus(hasStore: false)
            try bus.start("permission_store.py", "error")
            let permission = CameraPermissionManager(
                TestSettings.ours(), PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            try await until("something is known") { permission.isAccessKnown }
            permission.record(isAllowed: true)
            let grant = try #require(permission.currentGrant())
            permission.refresh()
            try await runLoop(for: .milliseconds(200))
            #expect(grant.isValid && permission.access == .authorized)
        }
    }
}
