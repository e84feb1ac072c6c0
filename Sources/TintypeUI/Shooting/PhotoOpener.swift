// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// Opens files in other programs.
enum PhotoOpener {
    /// Opens a photo in the desktop's own viewer.
    ///
    /// - Throws: GLib's error if there is no viewer, or the file is gone.
    static func open(_ path: String) async throws(GLibError) {
        try await launch(uri: FileURI.of(path))
    }

    /// Opens a URI in the desktop's program for it.
    ///
    /// - Throws: GLib's error if there is none.
    static func launch(uri: String) async throws(GLibError) {
        let context = gdk_display_get_app_launch_context(gdk_display_get_default())
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        ProcessEnvironment.restore(in: UnsafeMutablePointer(context))
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
    ///
    /// - Parameter onFailure: gets the error if the program can't be started.
    static func choose(_ path: String, over parent: OpaquePointer, onFailure: @escaping (GLibError) -> Void) {
        let file = ObjectRef(adopting: g_file_new_for_path(path))
        let dialog = OpaquePointer(
            gtk_app_chooser_dialog_new(parent.window, GTK_DIALOG_MODAL, file.raw))
        connect(dialog, "response") { call in
            if call.int(0) == GTK_RESPONSE_OK.rawValue, let program = gtk_app_chooser_get_app_info(dialog) {
                let file = ObjectRef(adopting: g_file_new_for_path(path))
                var files = GList(data: file.raw.untyped, next: nil, prev: nil)
                let context = gdk_display_get_app_launch_context(gdk_display_get_default())
                ProcessEnvironment.restore(in: UnsafeMutablePointer(context))
                var error: UnsafeMutablePointer<GError>?
                if g_app_info_launch(program, &files, UnsafeMutablePointer(context), &error) == 0 {
                    onFailure(GLibError(adopting: error))
                }
                g_object_unref(UnsafeMutableRawPointer(context))
                g_object_unref(program.untyped)
            }
            gtk_window_destroy(dialog.window)
        }
        gtk_window_present(dialog.window)
    }

    /// Shows a photo in the desktop's file manager, selected if that can be.
    static func showInFiles(_ path: String) async throws(GLibError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
        guard let bus = try? await BusConnection.sessionSoon() else { return try await open(folder) }
        do throws(GLibError) {
            _ = try await bus.call(
                BusCall(
                    "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                    "org.freedesktop.FileManager1", "ShowItems", [.strings([FileURI.of(path)]), .string("")],
                    timeout: .seconds(5)))
        } catch {
            // Small file managers only open folders.
            guard error.meansNoService else { throw error }
            try await open(folder)
        }
    }
}
