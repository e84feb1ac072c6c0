internal import CGtk
internal import GLibBridge

/// The question before the camera is touched for the first time.
enum ConsentDialog {
    /// Asks, over `parent`.
    ///
    /// - Parameter answer: true for "Allow", false for "Don't Allow"; not called when the dialog was only closed,
    ///   which decides nothing.
    static func ask(over parent: OpaquePointer, _ answer: @escaping (Bool) -> Void) {
        let dialog = OpaquePointer(
            adw_message_dialog_new(
                parent.window, tr("Allow Tintype to use the camera?"),
                tr("Tintype uses the camera to take photos. You decide when it is on.")))
        adw_message_dialog_add_response(UnsafeMutablePointer(dialog), "deny", tr("Don't Allow"))
        adw_message_dialog_add_response(UnsafeMutablePointer(dialog), "allow", tr("Allow"))
        adw_message_dialog_set_response_appearance(
            UnsafeMutablePointer(dialog), "allow", ADW_RESPONSE_SUGGESTED)
        adw_message_dialog_set_default_response(UnsafeMutablePointer(dialog), "allow")
        adw_message_dialog_set_close_response(UnsafeMutablePointer(dialog), "close")
        connect(dialog, "response") { call in
            switch call.string(0) {
            case "allow": answer(true)
            case "deny": answer(false)
            default: break
            }
        }
        gtk_window_present(dialog.window)
    }
}
