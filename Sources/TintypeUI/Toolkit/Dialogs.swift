internal import CGtk
internal import CShims
internal import GLibBridge

/// What lies over a window: a part of it, or where libadwaita has none, a window of its own. See `tt_newer.h`.
enum Dialogs {
    /// Calls back once the dialog is closed, or goes with its parent; perhaps twice.
    static func whenGone(_ dialog: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        connect(dialog, "destroy") { _ in body() }
        // A dialog to which there are other references only leaves its window.
        connect(dialog, "notify::root") { _ in if gtk_widget_get_root(dialog.widget) == nil { body() } }
    }

    /// The window that a dialog, or the window itself, is in.
    static func window(of dialog: OpaquePointer) -> OpaquePointer {
        gtk_widget_get_root(dialog.widget) ?? dialog
    }

    /// Whether one lies over the window's content, which then gets no keys.
    static func cover(_ window: OpaquePointer) -> Bool { tt_is_covered(window.widget) != 0 }

    /// Closes what lies over the window's content, without an answer, so that the window itself can be closed.
    static func uncover(_ window: OpaquePointer) { tt_uncover(window.widget) }
}
