internal import CGtk
internal import CShims
internal import CaptureCore
internal import GLibBridge

/// Pro's bar: what the camera offers, with the values it has now. What a camera does not have is absent.
final class DialBar {
    let widget: ObjectRef
    private let row: OpaquePointer
    private var chips: [(title: String, chip: DialChip)] = []

    init() {
        row = Widgets.row(spacing: 8, classes: ["dial-bar"], [])
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(scroller, row.widget)
        let revealer = OpaquePointer(gtk_revealer_new())
        widget = ObjectRef(sinking: revealer)
        gtk_revealer_set_transition_type(revealer, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(revealer, scroller.widget)
    }

    var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(widget.raw) != 0 }
        set { gtk_revealer_set_reveal_child(widget.raw, newValue ? 1 : 0) }
    }

    /// Shows these values; reuses the chips where the dials are the same.
    func show(_ dials: [Dial]) {
        if dials.map(\.title) != chips.map(\.title) {
            Widgets.removeChildren(of: row)
            chips = dials.map { dial in
                let chip = DialChip(title: dial.title)
                gtk_box_append(row.box, chip.widget.raw.widget)
                return (dial.title, chip)
            }
        }
        for (dial, entry) in zip(dials, chips) { entry.chip.show(dial) }
    }
}

/// One of the bar's cards: a caption over a value.
final class DialChip {
    let widget: ObjectRef
    private let title: String
    private let value: OpaquePointer
    private let automatic: OpaquePointer

    init(title: String) {
        self.title = title
        value = Widgets.label("", classes: ["numeric"])
        automatic = Widgets.label(tr("A"), classes: ["automatic-mark"])
        let caption = Widgets.label(title, classes: ["caption"])
        let line = Widgets.row(spacing: 6, [automatic, value])
        gtk_widget_set_halign(line.widget, GTK_ALIGN_CENTER)
        let inner = Widgets.column(spacing: 2, [caption, line])
        gtk_widget_set_valign(inner.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(inner.widget, 1)
        widget = ObjectRef(sinking: Widgets.row(spacing: 0, classes: ["dial-chip"], [inner]))
    }

    func show(_ dial: Dial) {
        gtk_label_set_text(value, dial.value)
        Widgets.setVisible(automatic, dial.isAutomatic)
        let spoken = dial.isAutomatic ? tr("%s, automatic").filling("%s", with: dial.value) : dial.value
        tt_set_accessible_label(widget.raw.untyped, title + ": " + spoken)
    }
}
