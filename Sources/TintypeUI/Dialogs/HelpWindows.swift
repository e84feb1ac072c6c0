internal import CGtk
internal import CShims
internal import GLibBridge

/// What Tintype is, and who makes it.
enum AboutWindow {
    static func show(over parent: OpaquePointer, version: String) {
        let about = OpaquePointer(tt_about_new())
        for (property, words) in [
            ("application-name", "Tintype"),
            ("application-icon", TintypeApplication.id),
            ("version", version),
            ("developer-name", tr("The Tintype developers")),
            ("comments", tr("Take photos as good as your camera allows.")),
            ("website", "https://github.com/tintype/tintype"),
            ("issue-url", "https://github.com/tintype/tintype/issues"),
        ] {
            tt_set_string(about.untyped, property, words)
        }
        tt_set_int(about.untyped, "license-type", Int32(GTK_LICENSE_GPL_3_0.rawValue))
        // Translators: your name, and those of others who translated; one a line.
        let credits = tr("translator-credits")
        if credits != "translator-credits" { tt_set_string(about.untyped, "translator-credits", credits) }
        tt_dialog_present(about.widget, parent.widget)
    }
}

/// All keys; drawn by data/ui/shortcuts.ui.
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
