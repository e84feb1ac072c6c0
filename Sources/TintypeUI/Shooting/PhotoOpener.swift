internal import CGtk
internal import GLibBridge

/// Opens files in other programs.
enum PhotoOpener {
    /// Opens a photo in the desktop's own viewer.
    ///
    /// - Throws: GLib's error where there is no viewer, or the file is gone.
    static func open(_ path: String) async throws(GLibError) {
        let file = g_file_new_for_path(path)
        let uri = g_file_get_uri(file)
        defer {
            g_free(uri)
            g_object_unref(UnsafeMutableRawPointer(file))
        }
        try await launch(uri: uri.map { String(cString: $0) } ?? "")
    }

    /// Opens what a URI names in the desktop's own program for it.
    ///
    /// - Throws: GLib's error where there is none.
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
}
