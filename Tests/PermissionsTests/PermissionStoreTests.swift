// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Platform
import Testing

@testable import Permissions

extension OneAtATime {
    /// The client against the desktop's real store on a bus of its own.
    @MainActor
    struct PermissionStoreTests {
        private let bus: PrivateBus
        private let store: PermissionStore

        init() throws {
            bus = try PrivateBus()
            store = PermissionStore(connection: try bus.connect(), entry: PermissionRecord.Place.camera.entry)
        }

        @Test func anEntryThatIsNotThereIsUnset() async throws {
            #expect(try await answer { await store.read() } == .answer(.unset))
            #expect(store.readBlocking() == .answer(.unset))
            // The table has an entry now, but not Tintype's.
            try bus.set(["yes"], app: "org.example.Other")
            #expect(try await answer { await store.read() } == .answer(.unset))
        }

        @Test func storedAnswerReadsBack() async throws {
            for word in [PermissionAnswer.yes, .no, .limited, .unset] {
                #expect(try await answer { await store.write(word) } == nil)
                #expect(try bus.stored() == word.permissions)
                #expect(try await answer { await store.read() } == .answer(word))
            }
            #expect(store.writeBlocking(.no) == nil)
            #expect(store.readBlocking() == .answer(.no))
        }

        @Test(arguments: [["ask"], [""], ["YES"], ["yes", "no"], ["yes", "yes"], ["yes "], []])
        func unknownAnswerIsUnset(words: [String]) async throws {
            try bus.set(words)
            #expect(try await answer { await store.read() } == .answer(.unset))
        }

        @Test func changesByOthersAreHeard() async throws {
            var heard: [PermissionAnswer?] = []
            let subscription = store.onChange { heard.append($0) }
            _ = try await answer { await store.read() }
            try bus.set(["yes"])
            try await until("yes is heard") { heard == [.yes] }
            try bus.set(["no"])
            try await until("no is heard") { heard == [.yes, .no] }
            try bus.set(["yes"], app: "org.example.Other")
            try await until("another's change is told, without ours") { heard == [.yes, .no, .no] }
            try bus.set([])
            try await until("the end of the entry is heard") { heard == [.yes, .no, .no, .unset] }
            try bus.set(["yes"], in: "devices", "microphone")
            try bus.set(["yes"])
            try await until("another device is not told") { heard.count == 5 }
            withExtendedLifetime(subscription) {}
        }

        @Test func aSubscriptionThatIsGivenUpHearsNothingAndLeavesNothing() async throws {
            let before = LiveObjects.count
            var subscription: BusSubscription? = store.onChange { _ in Issue.record("heard") }
            #expect(LiveObjects.count == before + 1)
            withExtendedLifetime(subscription) {}
            subscription = nil
            try bus.set(["yes"])
            try await until("the handler is released") { LiveObjects.count <= before }
        }
    }
}
