// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Shows that photos are not in the library yet, why, and the remedies. Lies over the viewfinder's lower edge; taking
/// more photos stays possible.
final class SaveFailurePanel {
    /// The margin around a card over the picture; logical pixels.
    static let margin: Int32 = 12

    let widget: ObjectRef
    /// Called when a button was pressed.
    var onRemedy: (SaveNotice.Remedy) -> Void = { _ in }
    /// Called when the person has read it and wants to see the picture.
    var onHide: () -> Void = {}
    /// Called when it disappears with a button that had the focus.
    var onGone: () -> Void = {}
    /// Called when the person wants to know more.
    var onFindOut: () -> Void = {}

    private let panel = OpaquePointer(tt_alert_box_new(8))
    private let title: OpaquePointer
    private let text: OpaquePointer
    private let buttons: OpaquePointer
    private let discard = OpaquePointer(gtk_button_new_from_icon_name("user-trash-symbolic"))
    private var findOut: OpaquePointer?
    /// What it shows.
    private(set) var notice: SaveNotice?

    init() {
        title = Widgets.label("", classes: ["heading"], wraps: true)
        text = Widgets.label("", wraps: true)
        gtk_label_set_max_width_chars(text, 52)
        // A path without spaces must not widen the window.
        gtk_label_set_wrap_mode(text, PANGO_WRAP_WORD_CHAR)
        // Side by side if there is room, else below each other.
        buttons = OpaquePointer(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(buttons, GTK_SELECTION_NONE)
        gtk_flow_box_set_column_spacing(buttons, 12)
        gtk_flow_box_set_row_spacing(buttons, 8)
        gtk_widget_set_margin_top(buttons.widget, 4)
        let hide = OpaquePointer(gtk_button_new_from_icon_name("window-close-symbolic"))
        let corner = OpaquePointer(gtk_overlay_new())
        widget = ObjectRef(sinking: corner)
        Widgets.addClasses(["save-failure"], to: corner)
        let findOut = FindOutButton.make { [weak self] in self?.onFindOut() }
        self.findOut = findOut
        for child in [title, text, buttons, findOut] { gtk_box_append(panel.box, child.widget) }
        gtk_overlay_set_child(corner, panel.widget)
        addButton(hide, at: GTK_ALIGN_END, of: corner) { $0.onHide() }
        Widgets.name(hide, tr("Hide This Message"))
        addButton(discard, at: GTK_ALIGN_START, of: corner) { panel in
            if let discarding = panel.notice?.discarding { panel.onRemedy(discarding) }
        }
        gtk_widget_set_halign(corner.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(corner.widget, GTK_ALIGN_END)
        Widgets.setMargins(corner, horizontal: Self.margin, vertical: Self.margin)
        Widgets.setVisible(corner, false)
    }

    /// Adds a button to an upper corner, which the title keeps clear of.
    private func addButton(
        _ button: OpaquePointer, at side: GtkAlign, of corner: OpaquePointer,
        _ action: @escaping @MainActor (SaveFailurePanel) -> Void
    ) {
        Widgets.addClasses(["circular", "flat", "hide-card"], to: button)
        gtk_widget_set_halign(button.widget, side)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_START)
        connect(button, "clicked") { [weak self] _ in self.map(action) }
        gtk_overlay_add_overlay(corner, button.widget)
        Widgets.setMargins(title, horizontal: 28, vertical: 0)
    }

    func show(_ notice: SaveNotice?) {
        guard notice != self.notice else { return }
        let remedies = self.notice?.remedies ?? []
        self.notice = notice
        // Hiding a button that has the focus would move the focus to any other.
        let flags = gtk_widget_get_state_flags(widget.raw.widget).rawValue
        let hadFocus = flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
        Widgets.setVisible(widget.raw, notice != nil)
        guard let notice else {
            if hadFocus { onGone() }
            return
        }
        gtk_label_set_text(title, notice.heading)
        gtk_label_set_text(text, notice.text)
        tt_set_accessible_label(panel.untyped, notice.heading)
        tt_set_accessible_description(panel.untyped, notice.text)
        Announcer.say(notice.heading + ". " + notice.text, from: widget.raw)
        Widgets.setVisible(discard, notice.discarding != nil)
        if let discarding = notice.discarding { Widgets.name(discard, discarding.title) }
        // What the person has decided is nothing wrong.
        if let findOut { Widgets.setVisible(findOut, notice.discarding == nil) }
        showButtons(notice.remedies, in: remedies)
    }

    /// Keeps the buttons that stay, so that they keep the focus.
    private func showButtons(_ remedies: [SaveNotice.Remedy], in shown: [SaveNotice.Remedy]) {
        let kept = remedies.starts(with: shown) ? shown.count : 0
        while let child = gtk_flow_box_get_child_at_index(buttons, Int32(kept)) {
            gtk_flow_box_remove(buttons, UnsafeMutablePointer(OpaquePointer(child)))
        }
        Widgets.setVisible(buttons, !remedies.isEmpty)
        // One row or one column: three would break into two rows in most windows.
        let isColumn = remedies.count > 2
        gtk_flow_box_set_max_children_per_line(buttons, guint(isColumn ? 1 : max(1, remedies.count)))
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
