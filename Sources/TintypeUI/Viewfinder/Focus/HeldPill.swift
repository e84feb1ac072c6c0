// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// Says at the upper edge what is held for the point's sake, as long as it is; a click gives it back.
final class HeldPill {
    enum Hold {
        /// Until another scene is seen.
        case exposure, focus
        /// Whatever is seen.
        case locked

        fileprivate var words: String {
            switch self {
            // Translators: a button over the picture; the sign says that a click ends it.
            case .exposure: tr("Exposure held ×")
            case .focus: tr("Focus held ×")
            case .locked: tr("Locked ×")
            }
        }

        /// For a screen reader, which would read the sign out.
        fileprivate var name: String {
            switch self {
            case .exposure: tr("Exposure held")
            case .focus: tr("Focus held")
            case .locked: tr("Focus and Exposure Locked")
            }
        }
    }

    let widget: ObjectRef
    /// Called with a click.
    var onGiveBack: () -> Void = {}
    /// Called before it is hidden while it has the focus.
    var onHide: () -> Void = {}
    /// Nil while nothing is held.
    var hold: Hold? { didSet { if hold != oldValue { show() } } }

    init() {
        let button = OpaquePointer(gtk_button_new_with_label(""))
        widget = ObjectRef(sinking: button)
        Widgets.addClasses(["held-pill"], to: button)
        gtk_widget_set_halign(button.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_START)
        Widgets.setVisible(button, false)
        connect(button, "clicked") { [weak self] _ in self?.onGiveBack() }
    }

    private func show() {
        if hold == nil, gtk_widget_has_focus(widget.raw.widget) != 0 { onHide() }
        Widgets.setVisible(widget.raw, hold != nil)
        guard let hold else { return }
        gtk_button_set_label(widget.raw.button, hold.words)
        Widgets.name(widget.raw, hold.name)
        // Translators: what a click on “Focus held ×” does.
        gtk_widget_set_tooltip_text(widget.raw.widget, tr("Back to automatic (Escape)"))
        Widgets.describe(widget.raw, tr("Back to automatic (Escape)"))
    }
}
