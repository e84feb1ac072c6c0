internal import CGtk
internal import GLibBridge

/// Asks for an image to scan: the desktop's own file dialog, through the portal where there is one.
enum ImageDialog {
    /// - Parameter title: the reason for asking.
    /// - Returns: an absolute path; nil where it was cancelled.
    static func choose(over parent: OpaquePointer, title: String) async -> String? {
        let native = gtk_file_chooser_native_new(
            title, parent.window, GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Scan"), tr("_Cancel"))
        let dialog = ObjectRef(adopting: native.unsafelyUnwrapped)
        let filter = gtk_file_filter_new()
        gtk_file_filter_set_name(filter, tr("Images"))
        gtk_file_filter_add_pixbuf_formats(filter)
        gtk_file_chooser_add_filter(dialog.raw, filter)
        g_object_unref(UnsafeMutableRawPointer(filter))
        return await FolderDialog.run(dialog) ? FolderDialog.path(in: dialog.raw) : nil
    }
}
