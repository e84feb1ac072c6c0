internal import CGtk
internal import CShims
internal import GLibBridge

/// Shows that photos are not in the library yet, why, and the remedies. Lies over the viewfinder's lower edge; taking
/// more photos stays possible.
final class SaveFailurePanel {
    let widget: ObjectRef
    /// Called when a button was pressed.
    var onRemedy: (SaveNotice.Remedy) -> Void = { _ in }
    /// Called when it disappears with the button that had the keyboard.
    var onGone: () -> Void = {}
    /// Called when the person wants to know more.
    var onFindOut: () -> Void = {}

    private let title: OpaquePointer
    private let text: OpaquePointer
    private let buttons: OpaquePointer
    private var notice: SaveNotice?

    init() {
        title = Widgets.label("", classes: ["heading"], wraps: true)
        text = Widgets.label("", wraps: true)
        gtk_label_set_max_width_chars(text, 52)
        // A path without spaces must not widen the window.
        gtk_label_set_wrap_mode(text, PANGO_WRAP_WORD_CHAR)
        // Side by side where there is room, else below each other.
        buttons = OpaquePointer(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(buttons, GTK_SELECTION_NONE)
        gtk_flow_box_set_column_spacing(buttons, 12)
        gtk_flow_box_set_row_spacing(buttons, 8)
        gtk_widget_set_margin_top(buttons.widget, 4)
        let panel = OpaquePointer(tt_alert_box_new(8))
        widget = ObjectRef(sinking: panel)
        Widgets.addClasses(["save-failure"], to: panel)
        let findOut = FindOutButton.make { [weak self] in self?.onFindOut() }
        for child in [title, text, buttons, findOut] { gtk_box_append(panel.box, child.widget) }
        gtk_widget_set_halign(panel.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(panel.widget, GTK_ALIGN_END)
        Widgets.setMargins(panel, horizontal: 12, vertical: 12)
        Widgets.setVisible(panel, false)
    }

    func show(_ notice: SaveNotice?) {
        guard notice != self.notice else { return }
        let remedies = self.notice?.remedies ?? []
        self.notice = notice
        // Hiding the button that has the keyboard would give it to any other.
        let flags = gtk_widget_get_state_flags(widget.raw.widget).rawValue
        let hadFocus = flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
        Widgets.setVisible(widget.raw, notice != nil)
        guard let notice else {
            if hadFocus { onGone() }
            return
        }
        gtk_label_set_text(title, notice.heading)
        gtk_label_set_text(text, notice.text)
        tt_set_accessible_label(widget.raw.untyped, notice.heading)
        tt_set_accessible_description(widget.raw.untyped, notice.text)
        Announcer.say(notice.heading + ". " + notice.text, from: widget.raw)
        showButtons(notice.remedies, in: remedies)
    }

    /// Buttons that stay keep the focus that one of them may have.
    private func showButtons(_ remedies: [SaveNotice.Remedy], in shown: [SaveNotice.Remedy]) {
        let kept = remedies.starts(with: shown) ? shown.count : 0
        while let child = gtk_flow_box_get_child_at_index(buttons, Int32(kept)) {
            gtk_flow_box_remove(buttons, UnsafeMutablePointer(OpaquePointer(child)))
        }
        gtk_flow_box_set_max_children_per_line(buttons, guint(max(1, remedies.count)))
        for (index, remedy) in remedies.enumerated().dropFirst(kept) {
            let classes = index == 0 ? ["suggested-action"] : []
            let button = Widgets.button(remedy.title, classes: classes) { [weak self] in
                self?.onRemedy(remedy)
            }
            gtk_flow_box_append(buttons, button.widget)
            // The box's own cells take no focus.
            if let cell = gtk_widget_get_parent(button.widget) { gtk_widget_set_focusable(cell, 0) }
        }
    }
}
