// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Short messages at the lower edge of the window, each for some seconds.
final class Toasts {
    /// An AdwToastOverlay; its child is the content below.
    let widget = ObjectRef(sinking: OpaquePointer(adw_toast_overlay_new()))
    /// The height at the lower edge that they must not cover; logical pixels.
    var reach: Int32 = 0 { didSet { if reach != oldValue { arrange() } } }
    private var naming: MainTimer?
    /// An AdwToast, which the overlay owns until it is dismissed.
    private struct Message {
        let toast: OpaquePointer
        /// nil for one with a button, which is useless later.
        let plainText: String?
    }

    /// libadwaita's margin below a toast, less the gap wanted there; logical pixels.
    private static let margin: Int32 = 12

    /// The one shown, then those that wait.
    private var messages: [Message] = []
    /// While the one that is shown slides in. libadwaita 1.2 forgets it when it has faded, which takes 0.3 s, and still
    /// moves it where the slide, of 0.5 s at most, has not ended by then; so it is dismissed when it is in its place.
    private var arrival: Tween?
    private var isArriving = false
    private var isUnwanted = false

    /// - Parameters:
    ///   - button: a button's words, with a mnemonic, and the action that it calls. Such a message takes the place of
    ///     the one that is shown, and stays longer; what waits comes after it.
    func show(_ text: String, button: (label: String, action: WindowAction)? = nil) {
        let toast = tt_toast_new(text).unsafelyUnwrapped
        var waiting: [String] = []
        if let button {
            adw_toast_set_button_label(toast, button.label)
            adw_toast_set_action_name(toast, button.action.detailedName)
            adw_toast_set_timeout(toast, 10)
            // A high priority puts the one that is shown back into the queue, and libadwaita 1.2 aborts where its turn
            // comes again while it still fades.
            waiting = messages.dropFirst().compactMap(\.plainText)
            for other in messages.reversed() { adw_toast_dismiss(other.toast) }
        }
        messages.append(Message(toast: toast, plainText: button == nil ? text : nil))
        // Connected before the overlay, whose handler runs after this one.
        connect(toast, "dismissed") { [weak self] _ in self?.dismissed(toast) }
        adw_toast_overlay_add_toast(widget.raw, toast)
        if messages.count == 1 { waitForArrival() }
        // libadwaita announces toasts if GTK can.
        Announcer.sayForOlderToolkits(text, from: widget.raw)
        for text in waiting { show(text) }
        arrange()
    }

    private func dismissed(_ toast: OpaquePointer) {
        let isShown = messages.first?.toast == toast
        if isShown, isArriving {
            isUnwanted = true
            g_signal_stop_emission_by_name(toast.untyped, "dismissed")
            return
        }
        messages.removeAll { $0.toast == toast }
        // The next one in the queue appears.
        if isShown, !messages.isEmpty { waitForArrival() }
        nameSoon()
    }

    private func waitForArrival() {
        isArriving = true
        isUnwanted = false
        // On the same clock as the slide, and longer.
        arrival = Tween(on: widget.raw, from: 0, to: 1, milliseconds: 600) { _ in
        } done: { [weak self] in
            guard let self else { return }
            self.isArriving = false
            if self.isUnwanted, let shown = self.messages.first { adw_toast_dismiss(shown.toast) }
        }
    }

    private func nameSoon() {
        naming = .once(after: 0) { [weak self] in self?.arrange() }
    }

    /// Above what lies at the lower edge, and with names: GTK reads the words of the button twice, and only the icon of the
    /// closing button.
    private func arrange() {
        var child = gtk_widget_get_first_child(widget.raw.widget)
        while let next = child {
            let raw = OpaquePointer(next)
            if adw_toast_overlay_get_child(widget.raw) != next {
                gtk_widget_set_margin_bottom(next, max(0, reach - Self.margin))
                wrapWords(below: raw)
                Widgets.nameButtons(below: raw)
                nameClosing(raw)
            }
            child = gtk_widget_get_next_sibling(next)
        }
    }

    /// libadwaita gives a message one line, and cuts longer ones.
    private func wrapWords(below widget: OpaquePointer) {
        var child = gtk_widget_get_first_child(widget.widget)
        while let next = child {
            let raw = OpaquePointer(next)
            if tt_is_label(raw.untyped) != 0 {
                gtk_label_set_ellipsize(raw, PANGO_ELLIPSIZE_NONE)
                gtk_label_set_wrap(raw, 1)
            } else if tt_is_button(raw.untyped) == 0 {
                // The full width, as otherwise the words get the least width in which they are no higher than the button.
                gtk_widget_set_halign(next, GTK_ALIGN_FILL)
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
