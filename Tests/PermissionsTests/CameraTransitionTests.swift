// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Permissions

extension OneAtATime {
    /// The manager with the desktop's real store: changes by others, and answers here.
    @MainActor
    struct CameraTransitionTests {
        private let bus: PrivateBus
        private let settings = TestSettings.ours()

        init() throws { bus = try PrivateBus() }

        private func started(_ access: CameraAccess = .notDetermined) async throws -> CameraPermissionManager
        {
            let permission = CameraPermissionManager(
                settings, PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            let connection = try bus.connect()
            permission.start { connection }
            try await until("the store has answered") {
                permission.isAccessKnown && permission.access == access
            }
            return permission
        }

        /// The store's words and their meanings.
        nonisolated static let meanings: [([String], CameraAccess)] = [
            ([], .notDetermined), (["yes"], .authorized), (["no"], .denied), (["ask"], .notDetermined),
            (["limited"], .notDetermined),
        ]

        @Test(arguments: meanings)
        func atStartTheStoreDecides(words: [String], access: CameraAccess) async throws {
            try bus.set(words)
            let permission = try await started(access)
            #expect((permission.currentGrant() != nil) == (access == .authorized))
        }

        @Test(arguments: meanings, meanings)
        func changesByOtherProgramsArrive(from: ([String], CameraAccess), to: ([String], CameraAccess))
            async throws
        {
            try bus.set(from.0)
            let permission = try await started(from.1)
            let grant = permission.currentGrant()
            var heard: [CameraAccess] = []
            permission.observe { heard.append($0) }
            try bus.set(to.0)
            try await until("it is \(to.1)") { permission.access == to.1 }
            #expect(heard == (from.1 == to.1 ? [] : [to.1]))
            if to.1 != .authorized { #expect(grant?.isValid != true) }
            #expect((permission.currentGrant() != nil) == (to.1 == .authorized))
        }

        @Test(arguments: meanings, [true, false])
        func everyAnswerHereIsStoredThere(from: ([String], CameraAccess), isAllowed: Bool) async throws {
            try bus.set(from.0)
            let permission = try await started(from.1)
            let grant = permission.currentGrant()
            permission.record(isAllowed: isAllowed)
            #expect(permission.access == (isAllowed ? .authorized : .denied), "at once")
            if !isAllowed { #expect(grant?.isValid != true) }
            try await until("it is stored") { try bus.stored() == [isAllowed ? "yes" : "no"] }
            try await runLoop(for: .milliseconds(20))
            #expect(permission.access == (isAllowed ? .authorized : .denied))
            // Only the store has it: our settings would not notice a reset.
            #expect(settings?.string("camera-access") == "ask")
        }

        @Test func aRevocationArrivesWithinTwoTenthsOfASecond() async throws {
            try bus.set(["yes"])
            let permission = try await started(.authorized)
            let grant = try #require(permission.currentGrant())
            let start = ContinuousClock.now
            try bus.set(["no"])
            try await until("the grant has ended") { !grant.isValid }
            #expect(ContinuousClock.now - start < .milliseconds(200))
        }

        @Test func quickAnswersEndWithTheLast() async throws {
            let permission = try await started()
            for isAllowed in [true, false, true, false, true] { permission.record(isAllowed: isAllowed) }
            try await until("the last is stored") { try bus.stored() == ["yes"] }
            try await runLoop(for: .milliseconds(50))
            #expect(permission.access == .authorized)
        }

        @Test func deletingTheEntryLeadsToTheQuestionAgain() async throws {
            try bus.set(["yes"])
            let permission = try await started(.authorized)
            #expect(permission.access == .authorized)
            try bus.set([])
            try await until("the question is open") { permission.access == .notDetermined }
            let again = try await started()
            #expect(again.access == .notDetermined && again.isAccessKnown)
        }

        @Test func theStatusIsAnsweredFromMemory() async throws {
            let permission = try await started()
            let start = ContinuousClock.now
            for _ in 0..<1000 { _ = permission.access }
            #expect(ContinuousClock.now - start < .milliseconds(10), "a thousand times in the time of one")
        }

        @Test func streamsTellEveryReader() async throws {
            let permission = try await started()
            let (one, two) = (permission.changes(), permission.changes())
            permission.record(isAllowed: true)
            var (first, second) = (one.makeAsyncIterator(), two.makeAsyncIterator())
            #expect(await first.next() == .authorized)
            #expect(await second.next() == .authorized)
        }

        @Test func requestAsksOnlyWhereTheQuestionIsOpen() async throws {
            let permission = try await started()
            var asked = 0
            permission.asker = {
                asked += 1
                return asked == 1 ? nil : true
            }
            #expect(try await answer { await permission.request() } == .notDetermined)
            #expect(try bus.stored() == [])
            #expect(try await answer { await permission.request() } == .authorized)
            #expect(try await answer { await permission.request() } == .authorized)
            #expect(asked == 2)
            try await until("it is stored") { try bus.stored() == ["yes"] }
        }

        @Test func rememberedDenialIsKnownAtOnceAGrantIsNot() async throws {
            settings?.set("camera-access-hint", "no")
            let denied = CameraPermissionManager(
                settings, PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            #expect(denied.isAccessKnown && denied.access == .denied)
            settings?.set("camera-access-hint", "yes")
            let allowed = CameraPermissionManager(
                settings, PrivacyKey(settings: nil), waitsForStore: true, isOutOfReach: { false })
            #expect(!allowed.isAccessKnown && allowed.access == .notDetermined)
            #expect(allowed.currentGrant() == nil)
        }
    }
}
