// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Glibc
internal import Platform

/// The desktop's own file dialogs, through the portal if there is one. All paths are absolute; nil if the dialog
/// was cancelled, by the person or with the task. An answer that is of no use is asked for again, with the reason as title.
enum FileDialogs {
    /// Starts in the person's Pictures folder.
    ///
    /// - Returns: the folder itself, free of links.
    static func chooseFolder(
        over parent: OpaquePointer, title: String = tr("Choose a Folder for Photos")
    ) async -> String? {
        let dialog = FileDialog(title, parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, tr("_Choose"))
        if let pictures = await pictures() { dialog.setUp = { begin($0, in: pictures) } }
        guard let path = await answer(of: dialog) else { return nil }
        return await Blocking.run {
            guard let real = realpath(path, nil) else { return path }
            defer { free(real) }
            return String(cString: real)
        }
    }

    private static func begin(_ chooser: OpaquePointer, in folder: String) {
        let file = g_file_new_for_path(folder)
        gtk_file_chooser_set_current_folder(chooser, file, nil)
        g_object_unref(UnsafeMutableRawPointer(file))
    }

    /// Asks for an image to scan.
    ///
    /// - Parameter folder: where the dialog begins; nil leaves that to the desktop.
    static func chooseImage(over parent: OpaquePointer, in folder: String?) async -> String? {
        await answer(
            of: FileDialog(tr("Choose an Image"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Scan")) {
                chooser in
                if let folder { begin(chooser, in: folder) }
                let filter = gtk_file_filter_new()
                gtk_file_filter_set_name(filter, tr("Images"))
                gtk_file_filter_add_pixbuf_formats(filter)
                gtk_file_chooser_add_filter(chooser, filter)
                g_object_unref(UnsafeMutableRawPointer(filter))
            })
    }

    /// Asks where to put a photo.
    ///
    /// - Parameter fault: why a path can't be taken; nil if it can.
    static func saveAs(
        over parent: OpaquePointer, fileName: String, fault: (String) -> String? = { _ in nil }
    ) async -> String? {
        let dialog = FileDialog(tr("Save Photo As"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save")) {
            gtk_file_chooser_set_current_name($0, fileName)
        }
        return await answer(of: dialog, fault: fault)
    }

    /// The Pictures folder; nil if there is none, which a dialog would complain about.
    private static func pictures() async -> String? {
        guard let path = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map({ String(cString: $0) }) else {
            return nil
        }
        return await Blocking.run { access(path, R_OK | X_OK) == 0 ? path : nil }
    }

    /// Shows a file dialog until it is answered with something of use.
    private static func answer(
        of dialog: FileDialog, fault: (String) -> String? = { _ in nil }
    ) async -> String? {
        while true {
            guard let file = await dialog.run() else { return nil }
            let path = path(of: file)
            g_object_unref(UnsafeMutableRawPointer(file))
            guard let reason = path.map(fault) ?? tr("Tintype can’t reach this place: choose another") else {
                return path
            }
            dialog.title = reason
        }
    }

    /// nil for a place without one, such as a phone's memory.
    private static func path(of file: OpaquePointer) -> String? {
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}

/// One file dialog: the desktop's, or GTK's own where there is no other, or where the desktop's fails.
private final class FileDialog {
    private enum Reply {
        case chosen, cancelled
        /// The desktop's portal has shown no dialog, or its dialog has gone.
        case failed
    }

    private static let portal = "org.freedesktop.portal.FileChooser"
    /// The limit for the portal's first answer, which GTK would await for three seconds, blocking the window.
    private static let timeout: Duration = .seconds(1)

    var title: String
    /// Gets the GtkFileChooser before it is shown; perhaps two, one after the other.
    var setUp: (OpaquePointer) -> Void
    private let parent: ObjectRef
    private let action: GtkFileChooserAction
    private let accept: String
    private var chooser: ObjectRef?
    /// Whether it is GTK's own in any case.
    private var isPlain = false
    private var continuation: CheckedContinuation<Reply, Never>?
    private var failure: PortalFailure?

    init(
        _ title: String, _ parent: OpaquePointer, _ action: GtkFileChooserAction, _ accept: String,
        setUp: @escaping (OpaquePointer) -> Void = { _ in }
    ) {
        (self.title, self.action, self.accept, self.setUp) = (title, action, accept, setUp)
        self.parent = ObjectRef(sinking: Dialogs.window(of: parent))
    }

    isolated deinit { close() }

    /// Shows it until it is answered.
    ///
    /// - Returns: the chosen GFile, the caller's; nil if the dialog was cancelled, by the person or with the task.
    func run() async -> OpaquePointer? {
        if !isPlain, tt_asks_portals() != 0 { await watchPortal() }
        // The window may have been closed meanwhile.
        while gtk_widget_get_visible(parent.raw.widget) != 0 {
            let reply = await reply()
            failure = nil
            hide()
            switch reply {
            case .chosen:
                guard let raw = chooser?.raw else { return nil }
                return gtk_file_chooser_get_file(raw)
            case .cancelled: return nil
            case .failed:
                Log(domain: "ui").warning("the desktop shows no file dialog: showing GTK’s")
                close()
                isPlain = true
            }
        }
        return nil
    }

    /// Decides whose dialog it is, and watches the desktop's if it is that.
    private func watchPortal() async {
        guard let bus = try? await BusConnection.sessionSoon() else { return }
        let version = BusCall(
            DesktopPortal.name, DesktopPortal.path, "org.freedesktop.DBus.Properties", "Get",
            [.string(Self.portal), .string("version")], timeout: Self.timeout, startsService: false)
        do throws(GLibError) {
            _ = try await bus.call(version)
            failure = PortalFailure(of: Self.portal, on: bus) { [weak self] in self?.give(.failed) }
        } catch {
            isPlain = error.meansTimeOut
        }
    }

    /// Shows it and waits for what the person does. The end of the task counts as no.
    private func reply() async -> Reply {
        await withTaskCancellationHandler {
            await withCheckedContinuation {
                continuation = $0
                show()
            }
        } onCancel: {
            Task { @MainActor in give(.cancelled) }
        }
    }

    private func give(_ reply: Reply) {
        continuation?.resume(returning: reply)
        continuation = nil
    }

    private func show() {
        let raw = chooser?.raw ?? make()
        if isPlain {
            gtk_window_set_title(raw.window, title)
            gtk_window_present(raw.window)
        } else {
            gtk_native_dialog_set_title(UnsafeMutablePointer(raw), title)
            gtk_native_dialog_show(UnsafeMutablePointer(raw))
        }
    }

    private func make() -> OpaquePointer {
        let window = parent.raw.window
        let raw: OpaquePointer
        if isPlain {
            let dialog = tt_file_dialog_new(title, window, action, accept, tr("_Cancel"))
            raw = OpaquePointer(dialog.unsafelyUnwrapped)
            chooser = ObjectRef(sinking: raw)
        } else {
            raw = gtk_file_chooser_native_new(title, window, action, accept, tr("_Cancel")).unsafelyUnwrapped
            chooser = ObjectRef(adopting: raw)
            gtk_native_dialog_set_modal(UnsafeMutablePointer(raw), 1)
        }
        connect(raw, "response") { [weak self] call in
            self?.give(call.int(0) == GTK_RESPONSE_ACCEPT.rawValue ? .chosen : .cancelled)
        }
        setUp(raw)
        return raw
    }

    private func hide() {
        guard let raw = chooser?.raw else { return }
        if isPlain {
            gtk_widget_set_visible(raw.widget, 0)
        } else {
            gtk_native_dialog_hide(UnsafeMutablePointer(raw))
        }
    }

    private func close() {
        if isPlain, let raw = chooser?.raw { gtk_window_destroy(raw.window) }
        chooser = nil
    }
}
