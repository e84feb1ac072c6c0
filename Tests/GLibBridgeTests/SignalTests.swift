import CGtk
import Testing

@testable import GLibBridge

/// Serialized: the counter of live objects is the process's own.
@MainActor
@Suite(.serialized)
struct SignalTests {
    private func makeObject() -> OpaquePointer {
        OpaquePointer(g_object_new_with_properties(g_cancellable_get_type(), 0, nil, nil).unsafelyUnwrapped)
    }

    @Test func aHandlerIsCalledWithTheEmission() {
        let object = ObjectRef(adopting: makeObject())
        var calls = 0
        connect(object.raw, "cancelled") { _ in calls += 1 }
        g_cancellable_cancel(UnsafeMutablePointer(object.raw))
        #expect(calls == 1)
    }

    @Test func finalizingTheObjectReleasesTheHandler() {
        let before = LiveObjects.count
        do {
            let object = ObjectRef(adopting: makeObject())
            connect(object.raw, "cancelled") { _ in }
            connect(object.raw, "cancelled") { _ in }
            #expect(LiveObjects.count == before + 3)
        }
        #expect(LiveObjects.count == before)
    }

    @Test func anUnknownSignalLeaksNothing() {
        let before = LiveObjects.count
        let object = ObjectRef(adopting: makeObject())
        connect(object.raw, "no-such-signal") { _ in }
        #expect(LiveObjects.count == before + 1)
    }
}
