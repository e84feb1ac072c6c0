internal import CGtk
internal import CShims
internal import GLibBridge

/// A number over the viewfinder: the countdown of the self-timer, the count of a burst.
final class CountLabel {
    let widget: ObjectRef

    /// - Parameter classes: of style.css, for look and place.
    init(classes: [String], at alignment: GtkAlign) {
        let label = Widgets.label("", classes: ["big-number"] + classes)
        widget = ObjectRef(sinking: label)
        gtk_widget_set_can_target(label.widget, 0)
        gtk_widget_set_halign(label.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(label.widget, alignment)
        Widgets.setVisible(label, false)
    }

    /// Shows a number, or nothing.
    ///
    /// - Parameter spoken: what assistive technology reads instead of the bare number.
    func show(_ number: Int?, spoken: String) {
        Widgets.setVisible(widget.raw, number != nil)
        guard let number else { return }
        gtk_label_set_text(widget.raw, String(number))
        tt_set_accessible_label(widget.raw.untyped, spoken)
    }
}
