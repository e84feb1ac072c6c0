internal import CGtk
internal import GLibBridge

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
        gtk_window_set_transient_for(about.window, parent.window)
        gtk_window_set_modal(about.window, 1)
        gtk_window_present(about.window)
    }
}
