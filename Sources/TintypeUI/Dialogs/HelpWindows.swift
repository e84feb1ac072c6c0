internal import CGtk
internal import GLibBridge

/// What Tintype is, and who makes it.
enum AboutWindow {
    static func show(over parent: OpaquePointer, version: String) {
        let about = OpaquePointer(adw_about_window_new())
        adw_about_window_set_application_name(about, "Tintype")
        adw_about_window_set_application_icon(about, TintypeApplication.id)
        adw_about_window_set_version(about, version)
        adw_about_window_set_developer_name(about, tr("The Tintype developers"))
        adw_about_window_set_comments(about, tr("Take photos as good as your camera allows."))
        adw_about_window_set_license_type(about, GTK_LICENSE_GPL_3_0)
        adw_about_window_set_website(about, "https://github.com/tintype/tintype")
        adw_about_window_set_issue_url(about, "https://github.com/tintype/tintype/issues")
        // Translators: your name, and those of others who translated; one a line.
        let credits = tr("translator-credits")
        if credits != "translator-credits" { adw_about_window_set_translator_credits(about, credits) }
        gtk_window_set_transient_for(about.window, parent.window)
        gtk_window_set_modal(about.window, 1)
        gtk_window_present(about.window)
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
