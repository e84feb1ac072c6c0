// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Dispatch
internal import Synchronization

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

    /// How long a bus may take to accept a connection, which usually takes milliseconds.
    private static let timeout: Duration = .milliseconds(800)

    /// The session bus, shared by the whole process. Blocks while connecting, for less than a second: not for the
    /// main thread.
    ///
    /// A bus that accepts the connection and stays silent is given up for this process: GIO and GTK would wait for it
    /// forever.
    ///
    /// - Throws: GIO's error if there is no bus; `.silentBus`.
    public static func session() throws(GLibError) -> BusConnection {
        guard !isSessionSilent else { throw .silentBus }
        let limit = TimeLimit(timeout)
        var error: UnsafeMutablePointer<GError>?
        let connection = limit.bounding { g_bus_get_sync(G_BUS_TYPE_SESSION, $0, &error) }
        if connection == nil, limit.isOver {
            g_error_free(error)
            giveUpSession()
            throw .silentBus
        }
        return try adopt(connection, error)
    }

    /// Whether the session bus was found silent. Thread-safe.
    public static var isSessionSilent: Bool { silence.load(ordering: .acquiring) }
    private static let silence = Atomic<Bool>(false)

    /// From now on connecting to it fails at once, in this process alone.
    private static func giveUpSession() {
        guard !silence.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Log(domain: "glib").warning("the session bus does not answer: going on without it")
        ProcessEnvironment.set("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/silent-bus")
    }

    /// The system bus, shared by the whole process. Blocks while connecting, for less than a second: not for the main
    /// thread.
    ///
    /// - Throws: GIO's error, also if the bus does not answer in time.
    public static func system() throws(GLibError) -> BusConnection {
        let limit = TimeLimit(timeout)
        var error: UnsafeMutablePointer<GError>?
        let connection = limit.bounding { g_bus_get_sync(G_BUS_TYPE_SYSTEM, $0, &error) }
        return try adopt(connection, error)
    }

    /// The session bus, for the main thread.
    ///
    /// - Throws: as `session`.
    @MainActor public static func sessionSoon() async throws(GLibError) -> BusConnection {
        try await Blocking.run { Result { () throws(GLibError) in try session() } }.get()
    }

    /// The system bus, for the main thread.
    ///
    /// - Throws: GIO's error.
    @MainActor public static func systemSoon() async throws(GLibError) -> BusConnection {
        try await gioAsync { cancellable, ready, data in
            g_bus_get(G_BUS_TYPE_SYSTEM, cancellable, ready, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            return try adopt(g_bus_get_finish(result, &error), error)
        }
    }

    /// A private bus, by its address. Blocks while connecting.
    ///
    /// - Parameter limit: how long connecting may take.
    /// - Throws: GIO's error, also if that takes longer.
    public static func open(_ address: String, within limit: Duration = .seconds(25)) throws(GLibError)
        -> BusConnection
    {
        let limit = TimeLimit(limit)
        let flags =
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
        var error: UnsafeMutablePointer<GError>?
        let connection = limit.bounding {
            g_dbus_connection_new_for_address_sync(
                address, GDBusConnectionFlags(rawValue: flags), nil, $0, &error)
        }
        return try adopt(connection, error)
    }

    private static func adopt(
        _ connection: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?
    ) throws(GLibError) -> BusConnection {
        guard let connection else { throw GLibError(adopting: error) }
        // GDBus would otherwise end the process with the bus.
        g_dbus_connection_set_exit_on_close(connection, 0)
        return BusConnection(adopting: connection)
    }

    /// Whether the bus is gone for good.
    public var isClosed: Bool { g_dbus_connection_is_closed(raw) != 0 }

    /// Makes the bus itself refuse all calls to an object at once, so that nothing in this process waits for it,
    /// until the result is released.
    public func refuseCalls(at path: String) -> RefusedCalls { RefusedCalls(self, path) }

    /// Calls a method and waits for its answer without blocking.
    ///
    /// - Throws: the service's error, the bus's, or a time-out.
    @MainActor public func call(_ call: BusCall) async throws(GLibError) -> BusValue {
        try await send(call, Self.value)
    }

    /// Calls a method and blocks until its answer; for a thread that has nothing else to do.
    ///
    /// - Throws: as `call`.
    public func callBlocking(_ call: BusCall) throws(GLibError) -> BusValue {
        try sendBlocking(call, Self.value)
    }

    /// Calls a method whose answer is a descriptor, without blocking.
    ///
    /// - Returns: the descriptor, now the caller's.
    /// - Throws: as `call`, or an error that says that the answer was something else.
    @MainActor public func callForDescriptor(_ call: BusCall) async throws(GLibError) -> Int32 {
        try await send(call, Self.descriptor)
    }

    /// As `callForDescriptor`, but blocks until the answer; for a thread that has nothing else to do.
    ///
    /// - Throws: as `callForDescriptor`.
    public func callBlockingForDescriptor(_ call: BusCall) throws(GLibError) -> Int32 {
        try sendBlocking(call, Self.descriptor)
    }

    /// Reads an answer and its descriptors, both borrowed.
    private typealias Reader<Value> =
        @Sendable (
            _ answer: OpaquePointer, _ list: UnsafeMutablePointer<GUnixFDList>?
        ) throws(GLibError) -> Value

    @MainActor private func send<Value: Sendable>(
        _ call: BusCall, _ read: @escaping Reader<Value>
    ) async throws(GLibError) -> Value {
        try await gioAsync { cancellable, ready, data in
            // The list has duplicates of its own.
            let list = call.descriptors.isEmpty ? nil : g_unix_fd_list_new()
            defer { if let list { g_object_unref(list) } }
            for descriptor in call.descriptors { g_unix_fd_list_append(list, descriptor, nil) }
            g_dbus_connection_call_with_unix_fd_list(
                raw, call.name, call.path, call.interface, call.method,
                BusArgument.tuple(call.arguments).make(), nil, call.flags, call.milliseconds, list,
                cancellable, ready, data)
        } finish: { [self] (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            var list: UnsafeMutablePointer<GUnixFDList>?
            let answer = g_dbus_connection_call_with_unix_fd_list_finish(raw, &list, result, &error)
            return try Self.read(answer, list, error, read)
        }
    }

    private func sendBlocking<Value>(_ call: BusCall, _ read: Reader<Value>) throws(GLibError) -> Value {
        var error: UnsafeMutablePointer<GError>?
        var list: UnsafeMutablePointer<GUnixFDList>?
        let answer = g_dbus_connection_call_with_unix_fd_list_sync(
            raw, call.name, call.path, call.interface, call.method,
            BusArgument.tuple(call.arguments).make(), nil, call.flags, call.milliseconds, nil, &list, nil,
            &error)
        return try Self.read(answer, list, error, read)
    }

    /// Takes over what GIO gave.
    private static func read<Value>(
        _ answer: OpaquePointer?, _ list: UnsafeMutablePointer<GUnixFDList>?,
        _ error: UnsafeMutablePointer<GError>?, _ read: Reader<Value>
    ) throws(GLibError) -> Value {
        guard let answer else { throw GLibError(adopting: error) }
        defer {
            g_variant_unref(answer)
            if let list { g_object_unref(list) }
        }
        return try read(answer, list)
    }

    private static let value: Reader<BusValue> = { answer, _ in BusValue(reading: answer) }

    private static let descriptor: Reader<Int32> = { (answer, list) throws(GLibError) in
        guard let list, g_variant_n_children(answer) > 0,
            let handle = g_variant_get_child_value(answer, 0)
        else { throw .noDescriptor }
        defer { g_variant_unref(handle) }
        guard g_variant_classify(handle) == G_VARIANT_CLASS_HANDLE else { throw .noDescriptor }
        var failure: UnsafeMutablePointer<GError>?
        // Out of range, the handle is an error, not a crash; what comes back is a duplicate.
        let index = g_variant_get_handle(handle)
        guard index >= 0, index < g_unix_fd_list_get_length(list) else { throw .noDescriptor }
        let descriptor = g_unix_fd_list_get(list, index, &failure)
        guard descriptor >= 0 else { throw GLibError(adopting: failure) }
        return descriptor
    }

    /// This connection's own name on the bus, e.g. `:1.42`.
    var uniqueName: String {
        g_dbus_connection_get_unique_name(raw).map { String(cString: $0) } ?? ""
    }

    /// Whether another program has the name. Blocks for at most a second: not for the main thread.
    public func isTakenByAnother(_ name: String) -> Bool {
        let question = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
            [.string(name)], timeout: .seconds(1))
        guard let owner = (try? callBlocking(question))?[0]?.string else { return false }
        return owner != uniqueName
    }
}

extension GLibError {
    fileprivate static let noDescriptor = GLibError(
        domain: "tintype", code: 0, message: "the answer has no descriptor in it")
}

/// Makes the bus refuse calls to one object as long as this lives. Thread-safe.
public final class RefusedCalls: Sendable {
    private let connection: BusConnection
    private let filter: guint

    fileprivate init(_ connection: BusConnection, _ path: String) {
        self.connection = connection
        filter = tt_bus_refuse_calls(connection.raw, path)
    }

    deinit { g_dbus_connection_remove_filter(connection.raw, filter) }
}

/// Ends a blocking call of GIO's that takes too long.
private final class TimeLimit {
    private let address: UInt
    private let timer: any DispatchSourceTimer

    init(_ limit: Duration) {
        let cancellable = g_cancellable_new()
        let address = UInt(bitPattern: cancellable)
        self.address = address
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tintype-limit"))
        // The handler has a reference of its own, which goes with the timer.
        g_object_ref(cancellable)
        timer.setEventHandler { g_cancellable_cancel(UnsafeMutablePointer(bitPattern: address)) }
        timer.setCancelHandler { g_object_unref(UnsafeMutableRawPointer(bitPattern: address)) }
        timer.schedule(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1))))
        timer.resume()
    }

    deinit {
        timer.cancel()
        g_object_unref(UnsafeMutableRawPointer(bitPattern: address))
    }

    private var cancellable: UnsafeMutablePointer<GCancellable>? { UnsafeMutablePointer(bitPattern: address) }
    var isOver: Bool { g_cancellable_is_cancelled(cancellable) != 0 }

    /// Makes a call that ends when the time is over. The timer lives for its whole length.
    func bounding<Value>(_ call: (UnsafeMutablePointer<GCancellable>?) -> Value) -> Value {
        withExtendedLifetime(self) { call(cancellable) }
    }
}
