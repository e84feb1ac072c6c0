// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Permissions

extension OneAtATime {
    /// The screenshots' manager over the desktop's real store.
    @MainActor
    struct ScreenshotTransitionTests {
        private let bus: PrivateBus
        private let settings = TestSettings.ours()
        nonisolated private static let table = "io.github.tintype.Tintype.photos"

        init() throws { bus = try PrivateBus() }

        private func started() async throws -> ScreenshotPermissionManager {
            let manager = ScreenshotPermissionManager(settings, library: "/pictures")
            let connection = try bus.connect()
            manager.start { connection }
            return manager
        }

        private func set(_ words: [String], _ id: String = "screenshots") throws {
            try bus.set(words, in: Self.table, id)
        }

        nonisolated static let looks: [([String], LibraryAnswer?, ScreenshotGrant.Place?)] = [
            (["yes"], nil, .library("/pictures")), (["limited"], .allow, .folder("/chosen")),
            (["no"], .allow, nil), ([], .allow, .library("/pictures")), ([], .deny, nil),
            ([], .folder("/other"), .folder("/other")), ([], nil, nil),
        ]

        @Test(arguments: looks)
        func aLookNeedsAnAnswerOfItsOwn(
            stored: [String], given: LibraryAnswer?, place: ScreenshotGrant.Place?
        ) async throws {
            settings?.set("screenshots-folder", "/chosen")
            try set(stored)
            // Saving is another permission: neither its yes nor its no counts here.
            try set([place == nil ? "yes" : "no"], "library")
            let manager = try await started()
            var asked = 0
            manager.asker = {
                asked += 1
                return given
            }
            #expect(try await answer { await manager.grantForOneLook() }?.place == place)
            #expect(asked == (stored.isEmpty ? 1 : 0))
            #expect(try bus.stored(in: Self.table, "library") == [place == nil ? "yes" : "no"])
        }

        @Test func changesElsewhereArrive() async throws {
            settings?.set("screenshots-folder", "/chosen")
            let manager = try await started()
            let states: [([String], ScreenshotAccess)] = [
                (["yes"], .authorized), (["no"], .denied), (["limited"], .limited(folder: "/chosen")),
                ([], .notDetermined),
            ]
            for (words, access) in states {
                try set(words)
                try await until("it is \(access)") { manager.access == access }
            }
        }

        @Test func anAnswerIsStoredForScreenshotsAlone() async throws {
            let manager = try await started()
            manager.record(.deny)
            #expect(manager.access == .denied)
            try await until("it is stored") { try bus.stored(in: Self.table, "screenshots") == ["no"] }
            #expect(try bus.stored(in: Self.table, "library") == [])
            #expect(manager.recordBlocking(isAllowed: nil))
            #expect(manager.access == .notDetermined)
        }
    }
}
