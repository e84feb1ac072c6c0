// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Dialogs over a window: inside of it, or with an older libadwaita in a window of their own. See `tt_newer.h`.
enum Dialogs {
    /// A window over that of `parent`, for more than a question. Escape closes it.
    static func newWindow(_ title: String, over parent: OpaquePointer) -> OpaquePointer {
        let window = OpaquePointer(adw_window_new()).unsafelyUnwrapped
        // libadwaita's windows have no role of their own; a dialog is announced when it appears.
        tt_set_int(window.untyped, "accessible-role", Int32(GTK_ACCESSIBLE_ROLE_DIALOG.rawValue))
        gtk_window_set_title(window.window, title)
        gtk_window_set_transient_for(window.window, self.window(of: parent).window)
        gtk_window_set_modal(window.window, 1)
        gtk_window_set_destroy_with_parent(window.window, 1)
        closeByEscape(window)
        letQuit(from: window)
        return window
    }

    private static func closeByEscape(_ window: OpaquePointer) {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { call in
            guard call.uint(0) == UInt32(GDK_KEY_Escape) else { return call.answer(false) }
            gtk_window_close(window.window)
            call.answer(true)
        }
        // Owned by the window, so it never outlives it.
        gtk_widget_add_controller(window.widget, keys)
    }

    /// Makes Ctrl+Q quit from within a dialog, too: the application's keys work in the main window only, and not while a
    /// dialog covers it.
    static func letQuit(from dialog: OpaquePointer) {
        let quit = gtk_callback_action_new(
            { _, _, _ in
                g_action_group_activate_action(OpaquePointer(g_application_get_default()), "quit", nil)
                return 1
            }, nil, nil)
        let keys = gtk_shortcut_controller_new().unsafelyUnwrapped
        gtk_shortcut_controller_add_shortcut(
            keys, gtk_shortcut_new(gtk_keyval_trigger_new(guint(GDK_KEY_q), GDK_CONTROL_MASK), quit))
        gtk_widget_add_controller(dialog.widget, keys)
    }

    /// Calls `body` when the dialog is closed or its parent goes; perhaps twice.
    static func whenGone(_ dialog: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        connect(dialog, "destroy") { _ in body() }
        // While other references exist, a dialog only leaves its window.
        connect(dialog, "notify::root") { _ in if gtk_widget_get_root(dialog.widget) == nil { body() } }
    }

    /// The window that a dialog, or the window itself, is in.
    static func window(of dialog: OpaquePointer) -> OpaquePointer {
        gtk_widget_get_root(dialog.widget) ?? dialog
    }

    /// Whether a dialog covers the window's content, which then gets no keys.
    static func cover(_ window: OpaquePointer) -> Bool { tt_is_covered(window.widget) != 0 }

    /// Closes dialogs over the window's content without an answer, so that the window itself can be closed.
    static func uncover(_ window: OpaquePointer) { tt_uncover(window.widget) }
}
