// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk

/// Receives one kind of signal as long as it lives.
///
/// It owns the subscription, and the subscription owns the handler: releasing this releases both. The handler must
/// hold its owner weakly.
@MainActor
public final class BusSubscription {
    private let connection: BusConnection
    private let id: guint

    /// - Parameters:
    ///   - name: only signals from the name's current owner.
    ///   - first: only signals whose first argument is this.
    ///   - handler: gets the signal's arguments, on the main loop.
    public init(
        _ connection: BusConnection, name: String, path: String, interface: String, signal: String,
        first: String? = nil, _ handler: @escaping @MainActor (BusValue) -> Void
    ) {
        self.connection = connection
        let box = Box<BusSignalHandler>(handler)
        id = g_dbus_connection_signal_subscribe(
            connection.raw, name, interface, signal, path, first, G_DBUS_SIGNAL_FLAGS_NONE, runBusSignal,
            box.retained(), releaseBox)
    }

    isolated deinit { g_dbus_connection_signal_unsubscribe(connection.raw, id) }
}

private typealias BusSignalHandler = @MainActor (BusValue) -> Void

/// File-scope, so that it has no isolation of its own: GDBus calls it on the main loop, which is checked.
private let runBusSignal: GDBusSignalCallback = { _, _, _, _, _, arguments, box in
    let words = (UInt(bitPattern: box), UInt(bitPattern: arguments))
    MainActor.assumeIsolated {
        guard let box = UnsafeMutableRawPointer(bitPattern: words.0),
            let arguments = OpaquePointer(bitPattern: words.1)
        else { return }
        Box<BusSignalHandler>.borrow(box).value(BusValue(reading: arguments))
    }
}
