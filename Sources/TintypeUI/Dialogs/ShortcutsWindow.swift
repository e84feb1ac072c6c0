internal import CGtk
internal import GLibBridge

enum ShortcutsWindow {
    static func show(over parent: OpaquePointer) {
        let builder = gtk_builder_new()
        defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
        // The resource may be missing where the program was not installed; the log says so already.
        guard
            gtk_builder_add_from_resource(builder, TintypeApplication.resources + "/ui/shortcuts.ui", nil)
                != 0,
            let object = gtk_builder_get_object(builder, "shortcuts_window")
        else { return }
        let window = OpaquePointer(object)
        gtk_window_set_transient_for(window.window, parent.window)
        gtk_window_present(window.window)
    }
}
