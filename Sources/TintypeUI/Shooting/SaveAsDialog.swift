internal import CGtk
internal import GLibBridge

/// Asks where to put a photo: the desktop's own file dialog, through the portal where there is one.
final class SaveAsDialog {
    private let dialog: ObjectRef

    /// Asks over `parent`; `chosen` gets an absolute path, and is not called when the person thought better of it.
    init(over parent: OpaquePointer, fileName: String, _ chosen: @escaping (String) -> Void) {
        let native = gtk_file_chooser_native_new(
            tr("Save Photo As"), parent.window, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"), tr("_Cancel"))
        dialog = ObjectRef(adopting: native.unsafelyUnwrapped)
        gtk_file_chooser_set_current_name(dialog.raw, fileName)
        gtk_native_dialog_set_modal(UnsafeMutablePointer(dialog.raw), 1)
        connect(dialog.raw, "response") { [weak self] call in
            guard let self, call.int(0) == GTK_RESPONSE_ACCEPT.rawValue, let path = self.path else { return }
            chosen(path)
        }
        gtk_native_dialog_show(UnsafeMutablePointer(dialog.raw))
    }

    private var path: String? {
        guard let file = gtk_file_chooser_get_file(dialog.raw) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}
