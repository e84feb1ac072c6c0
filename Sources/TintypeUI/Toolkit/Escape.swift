internal import CGtk
internal import GLibBridge

/// The key that closes a window, where GTK does not do it.
enum Escape {
    static func closes(_ window: OpaquePointer) {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { call in
            guard call.uint(0) == UInt32(GDK_KEY_Escape) else { return call.answer(false) }
            gtk_window_close(window.window)
            call.answer(true)
        }
        // Owned by the window, so it never outlives it.
        gtk_widget_add_controller(window.widget, keys)
    }
}
