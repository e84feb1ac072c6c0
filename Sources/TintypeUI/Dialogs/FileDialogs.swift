internal import CGtk
internal import GLibBridge
internal import Glibc

/// The desktop's own file dialogs, through the portal if there is one. All paths are absolute; nil if the dialog
/// was cancelled, by the person or with the task. An answer that is of no use is asked for again, with the reason as title.
enum FileDialogs {
    /// Starts in the person's Pictures folder.
    ///
    /// - Returns: the folder itself, free of links.
    static func chooseFolder(over parent: OpaquePointer) async -> String? {
        let dialog = make(
            tr("Choose a Folder for Photos"), parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, tr("_Choose"))
        if let pictures = await pictures() {
            let file = g_file_new_for_path(pictures)
            gtk_file_chooser_set_current_folder(dialog.raw, file, nil)
            g_object_unref(UnsafeMutableRawPointer(file))
        }
        guard let path = await answer(of: dialog) else { return nil }
        return await Blocking.run {
            guard let real = realpath(path, nil) else { return path }
            defer { free(real) }
            return String(cString: real)
        }
    }

    /// Asks for an image to scan.
    ///
    /// - Parameter title: the reason for asking.
    static func chooseImage(over parent: OpaquePointer, title: String) async -> String? {
        let dialog = make(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Scan"))
        let filter = gtk_file_filter_new()
        gtk_file_filter_set_name(filter, tr("Images"))
        gtk_file_filter_add_pixbuf_formats(filter)
        gtk_file_chooser_add_filter(dialog.raw, filter)
        g_object_unref(UnsafeMutableRawPointer(filter))
        return await answer(of: dialog)
    }

    /// Asks where to put a photo.
    ///
    /// - Parameter fault: why a path can't be taken; nil if it can.
    static func saveAs(
        over parent: OpaquePointer, fileName: String, fault: (String) -> String? = { _ in nil }
    ) async -> String? {
        let dialog = make(tr("Save Photo As"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"))
        gtk_file_chooser_set_current_name(dialog.raw, fileName)
        return await answer(of: dialog, fault: fault)
    }

    /// The Pictures folder; nil if there is none, which a dialog would complain about.
    private static func pictures() async -> String? {
        guard let path = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map({ String(cString: $0) }) else {
            return nil
        }
        return await Blocking.run { access(path, R_OK | X_OK) == 0 ? path : nil }
    }

    private static func make(
        _ title: String, _ parent: OpaquePointer, _ action: GtkFileChooserAction, _ accept: String
    ) -> ObjectRef {
        let window = Dialogs.window(of: parent)
        let native = gtk_file_chooser_native_new(title, window.window, action, accept, tr("_Cancel"))
        return ObjectRef(adopting: native.unsafelyUnwrapped)
    }

    /// Shows a file dialog until it is answered with something of use.
    private static func answer(
        of dialog: borrowing ObjectRef, fault: (String) -> String? = { _ in nil }
    ) async -> String? {
        let raw = dialog.raw
        let answer = Answer()
        connect(raw, "response") { call in answer.give(call.int(0) == GTK_RESPONSE_ACCEPT.rawValue) }
        gtk_native_dialog_set_modal(UnsafeMutablePointer(raw), 1)
        while true {
            let isChosen = await answer.get { gtk_native_dialog_show(UnsafeMutablePointer(raw)) }
            gtk_native_dialog_hide(UnsafeMutablePointer(raw))
            guard isChosen, let file = gtk_file_chooser_get_file(raw) else { return nil }
            let path = path(of: file)
            g_object_unref(UnsafeMutableRawPointer(file))
            guard let reason = path.map(fault) ?? tr("Tintype can’t reach this place: choose another") else {
                return path
            }
            gtk_native_dialog_set_title(UnsafeMutablePointer(raw), reason)
        }
    }

    /// nil for a place without one, such as a phone's memory.
    private static func path(of file: OpaquePointer) -> String? {
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }

    /// The next answer of a dialog: whether something was chosen. The end of the task counts as no.
    private final class Answer {
        private var continuation: CheckedContinuation<Bool, Never>?

        func get(_ show: () -> Void) async -> Bool {
            await withTaskCancellationHandler {
                await withCheckedContinuation {
                    continuation = $0
                    show()
                }
            } onCancel: {
                Task { @MainActor in give(false) }
            }
        }

        func give(_ isChosen: Bool) {
            continuation?.resume(returning: isChosen)
            continuation = nil
        }
    }
}
