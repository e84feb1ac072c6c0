internal import CGtk

/// Calls that are answered by a descriptor.
extension BusConnection {
    /// This connection's own name on the bus, e.g. `:1.42`.
    public var uniqueName: String {
        g_dbus_connection_get_unique_name(raw).map { String(cString: $0) } ?? ""
    }

    /// Calls a method whose answer is a descriptor, without blocking.
    ///
    /// - Returns: the descriptor, now the caller's.
    /// - Throws: the service's error, the bus's, a time-out, or one that says that the answer was something else.
    @MainActor public func callForDescriptor(_ call: BusCall) async throws(GLibError) -> Int32 {
        try await gioAsync { cancellable, ready, data in
            g_dbus_connection_call_with_unix_fd_list(
                raw, call.name, call.path, call.interface, call.method,
                BusArgument.tuple(call.arguments).make(), nil, call.flags, call.milliseconds, nil,
                cancellable, ready, data)
        } finish: { [self] (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            var list: UnsafeMutablePointer<GUnixFDList>?
            let answer = g_dbus_connection_call_with_unix_fd_list_finish(raw, &list, result, &error)
            return try Self.descriptor(answer, list, error)
        }
    }

    /// The same for a thread that has nothing else to do.
    public func callBlockingForDescriptor(_ call: BusCall) throws(GLibError) -> Int32 {
        var error: UnsafeMutablePointer<GError>?
        var list: UnsafeMutablePointer<GUnixFDList>?
        let answer = g_dbus_connection_call_with_unix_fd_list_sync(
            raw, call.name, call.path, call.interface, call.method,
            BusArgument.tuple(call.arguments).make(), nil, call.flags, call.milliseconds, nil, &list, nil,
            &error)
        return try Self.descriptor(answer, list, error)
    }

    private static func descriptor(
        _ answer: OpaquePointer?, _ list: UnsafeMutablePointer<GUnixFDList>?,
        _ error: UnsafeMutablePointer<GError>?
    ) throws(GLibError) -> Int32 {
        guard let answer else { throw GLibError(adopting: error) }
        defer {
            g_variant_unref(answer)
            if let list { g_object_unref(list) }
        }
        guard let list, g_variant_n_children(answer) > 0,
            let handle = g_variant_get_child_value(answer, 0)
        else { throw GLibError.noDescriptor }
        defer { g_variant_unref(handle) }
        guard g_variant_classify(handle) == G_VARIANT_CLASS_HANDLE else { throw GLibError.noDescriptor }
        var failure: UnsafeMutablePointer<GError>?
        // Out of range, the handle is an error, not a crash; what comes back is a duplicate.
        let index = g_variant_get_handle(handle)
        guard index >= 0, index < g_unix_fd_list_get_length(list) else { throw GLibError.noDescriptor }
        let descriptor = g_unix_fd_list_get(list, index, &failure)
        guard descriptor >= 0 else { throw GLibError(adopting: failure) }
        return descriptor
    }
}

extension GLibError {
    fileprivate static let noDescriptor = GLibError(
        domain: "tintype", code: 0, message: "the answer has no descriptor in it")
}
