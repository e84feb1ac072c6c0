internal import CGtk
internal import GLibBridge

/// Opens files in other programs.
enum PhotoOpener {
    /// Opens a photo in the desktop's own viewer.
    ///
    /// - Throws: GLib's error if there is no viewer, or the file is gone.
    static func open(_ path: String) async throws(GLibError) {
        let file = g_file_new_for_path(path)
        let uri = g_file_get_uri(file)
        defer {
            g_free(uri)
            g_object_unref(UnsafeMutableRawPointer(file))
        }
        try await launch(uri: uri.map { String(cString: $0) } ?? "")
    }

    /// Opens a URI in the desktop's program for it.
    ///
    /// - Throws: GLib's error if there is none.
    static func launch(uri: String) async throws(GLibError) {
        let context = gdk_display_get_app_launch_context(gdk_display_get_default())
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        OwnEnvironment.restore(in: UnsafeMutablePointer(context))
        try await gioAsync { cancellable, ready, data in
            g_app_info_launch_default_for_uri_async(
                uri, UnsafeMutablePointer(context), cancellable, ready, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            guard g_app_info_launch_default_for_uri_finish(result, &error) != 0 else {
                throw GLibError(adopting: error)
            }
        }
    }

    /// Lets the person choose a program for a photo, and opens it there.
    static func choose(_ path: String, over parent: OpaquePointer) {
        let file = ObjectRef(adopting: g_file_new_for_path(path))
        let dialog = OpaquePointer(
            gtk_app_chooser_dialog_new(parent.window, GTK_DIALOG_MODAL, file.raw))
        connect(dialog, "response") { call in
            if call.int(0) == GTK_RESPONSE_OK.rawValue, let program = gtk_app_chooser_get_app_info(dialog) {
                let file = ObjectRef(adopting: g_file_new_for_path(path))
                var files = GList(data: file.raw.untyped, next: nil, prev: nil)
                let context = gdk_display_get_app_launch_context(gdk_display_get_default())
                OwnEnvironment.restore(in: UnsafeMutablePointer(context))
                g_app_info_launch(program, &files, UnsafeMutablePointer(context), nil)
                g_object_unref(UnsafeMutableRawPointer(context))
                g_object_unref(program.untyped)
            }
            gtk_window_destroy(dialog.window)
        }
        gtk_window_present(dialog.window)
    }

    /// Shows a photo in the desktop's file manager, selected.
    static func showInFiles(_ path: String) async throws(GLibError) {
        guard let bus = g_application_get_dbus_connection(g_application_get_default()) else {
            return try await open(folder(of: path))
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

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }
}
