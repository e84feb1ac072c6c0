internal import CGtk
internal import GLibBridge
internal import Glibc

/// Asks for a folder: the desktop's own file dialog, through the portal where there is one.
enum FolderDialog {
    /// - Returns: the folder itself, absolute and free of links; nil where it was cancelled.
    static func choose(over parent: OpaquePointer) async -> String? {
        let native = gtk_file_chooser_native_new(
            tr("Choose a Folder for Photos"), parent.window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
            tr("_Choose"), tr("_Cancel"))
        let dialog = ObjectRef(adopting: native.unsafelyUnwrapped)
        guard await run(dialog), let path = path(in: dialog.raw) else { return nil }
        return await Blocking.run {
            guard let real = realpath(path, nil) else { return path }
            defer { free(real) }
            return String(cString: real)
        }
    }

    /// Shows a file dialog until it is answered.
    ///
    /// - Returns: whether something was chosen.
    static func run(_ dialog: borrowing ObjectRef) async -> Bool {
        let raw = dialog.raw
        gtk_native_dialog_set_modal(UnsafeMutablePointer(raw), 1)
        let isChosen = await withCheckedContinuation { continuation in
            var answer: CheckedContinuation<Bool, Never>? = continuation
            connect(raw, "response") { call in
                answer?.resume(returning: call.int(0) == GTK_RESPONSE_ACCEPT.rawValue)
                answer = nil
            }
            gtk_native_dialog_show(UnsafeMutablePointer(raw))
        }
        gtk_native_dialog_hide(UnsafeMutablePointer(raw))
        return isChosen
    }

    /// What was chosen in a file dialog, absolute.
    static func path(in dialog: OpaquePointer) -> String? {
        guard let file = gtk_file_chooser_get_file(dialog) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}
