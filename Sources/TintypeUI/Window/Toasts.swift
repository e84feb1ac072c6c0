internal import CGtk
internal import CShims
internal import GLibBridge

/// Short messages at the lower edge of the window, each for some seconds.
final class Toasts {
    /// An AdwToastOverlay; what it lies over is its child.
    let widget = ObjectRef(sinking: OpaquePointer(adw_toast_overlay_new()))
    private var naming: MainTimer?
    /// An AdwToast, which the overlay owns until it is dismissed.
    private struct Message {
        let toast: OpaquePointer
        /// nil for one with a button, which is worth nothing later.
        let plainText: String?
    }

    /// The one that is shown, then those that wait.
    private var messages: [Message] = []

    /// - Parameters:
    ///   - button: a button's words, with a mnemonic, and the action that it calls. Such a message takes the place of
    ///     the one that is shown, and stays longer; what waits comes after it.
    func show(_ text: String, button: (label: String, action: String)? = nil) {
        let toast = adw_toast_new(text).unsafelyUnwrapped
        var waiting: [String] = []
        if let button {
            adw_toast_set_button_label(toast, button.label)
            adw_toast_set_action_name(toast, button.action)
            adw_toast_set_timeout(toast, 10)
            // A high priority puts the one that is shown back into the queue, and libadwaita 1.2 aborts where its turn
            // comes again while it still fades.
            waiting = messages.dropFirst().compactMap(\.plainText)
            for other in messages.reversed() { adw_toast_dismiss(other.toast) }
        }
        messages.append(Message(toast: toast, plainText: button == nil ? text : nil))
        // The next one in the queue appears.
        connect(toast, "dismissed") { [weak self] _ in
            self?.messages.removeAll { $0.toast == toast }
            self?.nameSoon()
        }
        adw_toast_overlay_add_toast(widget.raw, toast)
        for text in waiting { show(text) }
        nameButtons()
    }

    private func nameSoon() {
        naming = .once(after: 0) { [weak self] in self?.nameButtons() }
    }

    /// GTK reads the words of the button twice, and only the icon of the closing button.
    private func nameButtons() {
        var child = gtk_widget_get_first_child(widget.raw.widget)
        while let next = child {
            let raw = OpaquePointer(next)
            if adw_toast_overlay_get_child(widget.raw) != next {
                wrapWords(below: raw)
                Widgets.nameButtons(below: raw)
                nameClosing(raw)
            }
            child = gtk_widget_get_next_sibling(next)
        }
    }

    /// libadwaita gives a message one line, and cuts what is longer.
    private func wrapWords(below widget: OpaquePointer) {
        var child = gtk_widget_get_first_child(widget.widget)
        while let next = child {
            let raw = OpaquePointer(next)
            if tt_is_label(raw.untyped) != 0 {
                gtk_label_set_ellipsize(raw, PANGO_ELLIPSIZE_NONE)
                gtk_label_set_wrap(raw, 1)
            } else if tt_is_button(raw.untyped) == 0 {
                wrapWords(below: raw)
            }
            child = gtk_widget_get_next_sibling(next)
        }
    }

    /// The toast's last child.
    private func nameClosing(_ toast: OpaquePointer) {
        guard let last = gtk_widget_get_last_child(toast.widget).map(OpaquePointer.init),
            tt_is_button(last.untyped) != 0, gtk_button_get_label(last.button) == nil
        else { return }
        tt_set_accessible_label(last.untyped, tr("Close"))
    }
}
