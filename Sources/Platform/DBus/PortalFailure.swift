// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims

/// Notices that the desktop's portal fails a library's question to the person, of which the library says nothing: the
/// portal answers the call by an error, or goes away.
///
/// As long as it lives, for the first call. Main actor.
@MainActor
public final class PortalFailure {
    private let bus: BusConnection
    private let filter: guint
    private let departure: BusSubscription

    /// - Parameters:
    ///   - interface: the portal's, to which the library's call goes.
    ///   - onFailure: called after the library has had the error; perhaps twice.
    public init(
        of interface: String, on bus: BusConnection, _ onFailure: @escaping @MainActor () -> Void
    ) {
        self.bus = bus
        let failed: @MainActor () -> Void = {
            // The bus's next answer comes after the error, which the library has handled then.
            Task {
                _ = try? await bus.call(
                    BusCall(
                        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Peer", "Ping",
                        [],
                        timeout: .seconds(1)))
                onFailure()
            }
        }
        let box = Box<FailureHandler>(failed)
        filter = tt_bus_watch_call(bus.raw, interface, box.retained(), runFailure, releaseBox)
        departure = BusSubscription(
            bus, name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", signal: "NameOwnerChanged", first: DesktopPortal.name
        ) { arguments in
            if arguments[1]?.string?.isEmpty == false { failed() }
        }
    }

    isolated deinit { g_dbus_connection_remove_filter(bus.raw, filter) }
}

private typealias FailureHandler = @MainActor () -> Void

/// File-scope, so that it has no isolation of its own: C calls it on the main loop, which is checked.
private let runFailure: tt_call_failed = { box in
    let word = UInt(bitPattern: box)
    MainActor.assumeIsolated {
        guard let box = UnsafeMutableRawPointer(bitPattern: word) else { return }
        Box<FailureHandler>.borrow(box).value()
    }
}
