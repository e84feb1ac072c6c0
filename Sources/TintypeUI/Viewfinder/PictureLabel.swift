// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// A few words or a number over the picture. A click goes through them.
final class PictureLabel {
    let widget: ObjectRef

    /// Hidden at first.
    ///
    /// - Parameter classes: of style.css.
    init(
        _ words: String = "", classes: [String] = ["pill-words"], at horizontal: GtkAlign,
        _ vertical: GtkAlign = GTK_ALIGN_START
    ) {
        let label = Widgets.label(words, classes: classes)
        widget = ObjectRef(sinking: label)
        gtk_widget_set_can_target(label.widget, 0)
        gtk_widget_set_halign(label.widget, horizontal)
        gtk_widget_set_valign(label.widget, vertical)
        isShown = false
    }

    var isShown: Bool {
        get { gtk_widget_get_visible(widget.raw.widget) != 0 }
        set { Widgets.setVisible(widget.raw, newValue) }
    }

    /// Shows other words, or nothing.
    ///
    /// - Parameter spoken: what assistive technology reads instead of the words.
    func show(_ words: String?, spoken: String? = nil) {
        isShown = words != nil
        guard let words else { return }
        gtk_label_set_text(widget.raw, words)
        if let spoken { tt_set_accessible_label(widget.raw.untyped, spoken) }
    }
}
