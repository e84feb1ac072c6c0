internal import CGtk
internal import Dispatch

/// A connection to a message bus. Thread-safe, as GDBusConnection is.
public final class BusConnection: Sendable {
    /// The GDBusConnection, which owns one reference here; an integer, because pointers don't cross threads in Swift.
    private let address: UInt

    private init(adopting connection: OpaquePointer) {
        address = UInt(bitPattern: connection)
        LiveObjects.add()
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(bitPattern: address))
        LiveObjects.remove()
    }

    var raw: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// How long the bus may take to let the program in.
    private static let patience: DispatchTimeInterval = .seconds(1)

    /// The person's bus, which the whole process shares. Blocks while connecting, for a second at most: not for the main
    /// thread of the window.
    ///
    /// - Throws: GLib's error where there is no bus, or one that accepts the connection and then says nothing.
    public static func session() throws(GLibError) -> BusConnection {
        let cancellation = Cancellation()
        let limit = DispatchWorkItem { cancellation.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: limit)
        defer { limit.cancel() }
        var error: UnsafeMutablePointer<GError>?
        return try adopt(g_bus_get_sync(G_BUS_TYPE_SESSION, cancellation.raw, &error), error)
    }

    /// The same for the main thread.
    @MainActor public static func sessionSoon() async throws(GLibError) -> BusConnection {
        try await soon(G_BUS_TYPE_SESSION)
    }

    /// The computer's bus, for the main thread.
    @MainActor public static func systemSoon() async throws(GLibError) -> BusConnection {
        try await soon(G_BUS_TYPE_SYSTEM)
    }

    @MainActor private static func soon(_ bus: GBusType) async throws(GLibError) -> BusConnection {
        try await gioAsync { cancellable, ready, data in
            g_bus_get(bus, cancellable, ready, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            return try adopt(g_bus_get_finish(result, &error), error)
        }
    }

    /// A bus of one's own, by its address. Blocks while connecting.
    public static func open(_ address: String) throws(GLibError) -> BusConnection {
        let flags =
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
        var error: UnsafeMutablePointer<GError>?
        return try adopt(
            g_dbus_connection_new_for_address_sync(
                address, GDBusConnectionFlags(rawValue: flags), nil, nil, &error), error)
    }

    private static func adopt(
        _ connection: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?
    ) throws(GLibError) -> BusConnection {
        guard let connection else { throw GLibError(adopting: error) }
        // GDBus would end the process with the bus.
        g_dbus_connection_set_exit_on_close(connection, 0)
        return BusConnection(adopting: connection)
    }

    /// Calls a method and waits for its answer without blocking; whatever comes back is read.
    ///
    /// - Throws: the service's error, the bus's, or a time-out.
    @MainActor public func call(_ call: BusCall) async throws(GLibError) -> BusValue {
        try await gioAsync { cancellable, ready, data in
            g_dbus_connection_call(
                raw, call.name, call.path, call.interface, call.method,
                BusArgument.tuple(call.arguments).make(), nil, call.flags, call.milliseconds, cancellable,
                ready,
                data)
        } finish: { [self] (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            return try Self.read(g_dbus_connection_call_finish(raw, result, &error), error)
        }
    }

    /// The same for a thread that has nothing else to do.
    public func callBlocking(_ call: BusCall) throws(GLibError) -> BusValue {
        var error: UnsafeMutablePointer<GError>?
        let answer = g_dbus_connection_call_sync(
            raw, call.name, call.path, call.interface, call.method,
            BusArgument.tuple(call.arguments).make(), nil, call.flags, call.milliseconds, nil, &error)
        return try Self.read(answer, error)
    }

    private static func read(
        _ answer: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?
    ) throws(GLibError) -> BusValue {
        guard let answer else { throw GLibError(adopting: error) }
        defer { g_variant_unref(answer) }
        return BusValue(reading: answer)
    }
}

/// A GCancellable, which is thread-safe. Owns one reference.
private final class Cancellation: Sendable {
    private let address = UInt(bitPattern: g_cancellable_new())

    deinit { g_object_unref(UnsafeMutableRawPointer(bitPattern: address)) }

    var raw: UnsafeMutablePointer<GCancellable>? { UnsafeMutablePointer(bitPattern: address) }

    func cancel() { g_cancellable_cancel(raw) }
}
