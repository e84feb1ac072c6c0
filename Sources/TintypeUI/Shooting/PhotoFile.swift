internal import CGtk
internal import GLibBridge

/// What a person can do with a photo that is on disk, through GIO.
enum PhotoFile {
    /// Moves a photo to the desktop's trash.
    static func trash(_ path: String) async throws(GLibError) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        try await gioAsync { cancellable, ready, data in
            g_file_trash_async(file, G_PRIORITY_DEFAULT, cancellable, ready, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            guard g_file_trash_finish(file, result, &error) != 0 else { throw GLibError(adopting: error) }
        }
    }

    /// Shows a photo in the desktop's file manager, selected.
    static func showInFiles(_ path: String) async throws(GLibError) {
        guard let bus = g_application_get_dbus_connection(g_application_get_default()) else {
            return try await PhotoOpener.open(folder(of: path))
        }
        let file = g_file_new_for_path(path)
        let uri = g_file_get_uri(file)
        defer {
            g_free(uri)
            g_object_unref(UnsafeMutableRawPointer(file))
        }
        var address: OpaquePointer? = g_variant_new_string(uri)
        var arguments: [OpaquePointer?] = [g_variant_new_array(nil, &address, 1), g_variant_new_string("")]
        let message = g_variant_new_tuple(&arguments, 2)
        try await gioAsync { cancellable, ready, data in
            g_dbus_connection_call(
                bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                "org.freedesktop.FileManager1", "ShowItems", message, nil, G_DBUS_CALL_FLAGS_NONE, 5000,
                cancellable, ready, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            guard let answer = g_dbus_connection_call_finish(bus, result, &error) else {
                throw GLibError(adopting: error)
            }
            g_variant_unref(answer)
        }
    }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }
}
