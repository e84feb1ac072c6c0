internal import CGtk
internal import GLibBridge

/// The key that puts a window away, where GTK does not see to it.
enum Escape {
    static func closes(_ window: OpaquePointer) {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { call in
            guard call.uint(0) == UInt32(GDK_KEY_Escape) else { return call.answer(false) }
            gtk_window_close(window.window)
            call.answer(true)
        }
        // The window owns it, so it is never heard of after that.
        gtk_widget_add_controller(window.widget, keys)
    }
}
