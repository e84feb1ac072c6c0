// SPDX-License-Identifier: GPL-3.0-or-later
import CGtk
import Testing

@testable import Platform

@MainActor
@Suite
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
        weak var held: Probe?
        do {
            let object = ObjectRef(adopting: makeObject())
            let (first, second) = (Probe(), Probe())
            connect(object.raw, "cancelled") { _ in _ = first }
            connect(object.raw, "cancelled") { _ in _ = second }
            held = second
        }
        #expect(held == nil)
    }

    @Test func anUnknownSignalLeaksNothing() {
        let object = ObjectRef(adopting: makeObject())
        weak var held: Probe?
        do {
            let probe = Probe()
            held = probe
            connect(object.raw, "no-such-signal") { _ in _ = probe }
        }
        #expect(held == nil)
    }
}

/// Lives as long as a handler that holds it.
private final class Probe {}
