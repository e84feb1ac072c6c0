internal import CGtk
internal import GLibBridge

/// "AE/AF Locked" at the viewfinder's upper edge, as long as it holds.
final class LockBanner {
    let widget: ObjectRef

    init() {
        // Translators: exposure and focus are locked. Cameras say AE/AF in most languages.
        let label = Widgets.label(tr("AE/AF Locked"), classes: ["lock-banner"])
        widget = ObjectRef(sinking: label)
        gtk_widget_set_halign(label.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(label.widget, GTK_ALIGN_START)
        gtk_widget_set_can_target(label.widget, 0)
        Widgets.setVisible(label, false)
    }

    var isShown: Bool {
        get { gtk_widget_get_visible(widget.raw.widget) != 0 }
        set { Widgets.setVisible(widget.raw, newValue) }
    }
}
