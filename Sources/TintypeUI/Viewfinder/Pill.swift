internal import CGtk
internal import GLibBridge

/// A few words at the picture's upper edge. A click goes through them.
final class Pill {
    let widget: ObjectRef

    /// Hidden at first.
    init(_ words: String, at alignment: GtkAlign) {
        let label = Widgets.label(words, classes: ["pill-words"])
        widget = ObjectRef(sinking: label)
        gtk_widget_set_can_target(label.widget, 0)
        gtk_widget_set_halign(label.widget, alignment)
        gtk_widget_set_valign(label.widget, GTK_ALIGN_START)
        isShown = false
    }

    /// Moves it down from the viewfinder's upper edge by this distance in logical pixels.
    func place(below distance: Int32) {
        guard gtk_widget_get_margin_top(widget.raw.widget) != distance else { return }
        gtk_widget_set_margin_top(widget.raw.widget, distance)
    }

    var isShown: Bool {
        get { gtk_widget_get_visible(widget.raw.widget) != 0 }
        set { Widgets.setVisible(widget.raw, newValue) }
    }
}
