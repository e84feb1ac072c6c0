// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Pro's button "Presets": applies, deletes and saves settings under a name.
final class PresetsButton {
    let widget: ObjectRef
    /// Called with the name of the preset to apply.
    var onApply: (String) -> Void = { _ in }
    var onDelete: (String) -> Void = { _ in }
    /// Called with the name under which to save the present settings.
    var onSave: (String) -> Void = { _ in }

    /// Logical pixels.
    private static let width: Int32 = 244
    private let list: OpaquePointer
    private let scroller: OpaquePointer
    private let hint: OpaquePointer
    private let field: OpaquePointer
    private let save: OpaquePointer
    private let popover: OpaquePointer
    private var names: [String] = []

    init() {
        let button = Menus.button("user-bookmarks-symbolic", tr("Presets"))
        widget = ObjectRef(sinking: button)
        list = Widgets.column(spacing: 4, [])
        hint = Widgets.label(
            tr("Save what you have set under a name, and come back to it whenever you like."),
            classes: ["dim-label"], wraps: true)
        gtk_label_set_max_width_chars(hint, 28)
        // GTK 4.8 measures the height for the width of the popover including its shadow, which the content never gets.
        let clamp = OpaquePointer(adw_clamp_new()).unsafelyUnwrapped
        adw_clamp_set_maximum_size(clamp, Self.width)
        adw_clamp_set_tightening_threshold(clamp, Self.width)
        adw_clamp_set_child(clamp, hint.widget)
        field = OpaquePointer(gtk_entry_new())
        gtk_entry_set_placeholder_text(UnsafeMutablePointer(field), tr("Name"))
        tt_set_accessible_label(field.untyped, tr("Name of the New Preset"))
        gtk_widget_set_hexpand(field.widget, 1)
        save = OpaquePointer(gtk_button_new_with_label(tr("Save")))
        Widgets.addClasses(["suggested-action"], to: save)
        gtk_widget_set_sensitive(save.widget, 0)
        scroller = Self.scroller(around: list)
        gtk_widget_set_can_focus(scroller.widget, 0)
        popover = OpaquePointer(gtk_popover_new())
        let new = Widgets.row(spacing: 8, [field, save])
        gtk_widget_set_size_request(new.widget, Self.width, -1)
        let content = Widgets.column(spacing: 8, classes: ["control-list"], [clamp, scroller, new])
        gtk_popover_set_child(UnsafeMutablePointer(popover), content.widget)
        gtk_menu_button_set_popover(button, popover.widget)
        connectField()
    }

    /// A scrolling list, so that the field for a new name stays visible however many presets there are.
    private static func scroller(around list: OpaquePointer) -> OpaquePointer {
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, 240)
        gtk_scrolled_window_set_child(scroller, list.widget)
        tt_set_accessible_label(scroller.untyped, tr("Presets"))
        return scroller
    }

    /// Shows these names, in this order.
    func show(_ names: [String]) {
        if let clamp = gtk_widget_get_parent(hint.widget) {
            Widgets.setVisible(OpaquePointer(clamp), names.isEmpty)
        }
        // While empty it would take the focus from the field for a new name, and its scroll bar would take room.
        gtk_widget_set_can_focus(scroller.widget, names.isEmpty ? 0 : 1)
        let policy = names.isEmpty ? GTK_POLICY_EXTERNAL : GTK_POLICY_AUTOMATIC
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, policy)
        guard names != self.names else { return }
        self.names = names
        Widgets.removeChildren(of: list)
        for name in names { gtk_box_append(list.box, row(name).widget) }
    }

    private func row(_ name: String) -> OpaquePointer {
        let apply = Widgets.button(name, classes: ["flat"]) { [weak self] in
            guard let self else { return }
            self.onApply(name)
            gtk_popover_popdown(UnsafeMutablePointer(self.popover))
        }
        gtk_widget_set_hexpand(apply.widget, 1)
        if let label = gtk_button_get_child(apply.button).map({ OpaquePointer($0) }) {
            gtk_label_set_xalign(label, 0)
            gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
        }
        gtk_widget_set_tooltip_text(apply.widget, tr("Apply %s").filling("%s", with: name))
        let delete = OpaquePointer(gtk_button_new_from_icon_name("user-trash-symbolic"))
        Widgets.addClasses(["flat"], to: delete)
        Widgets.name(delete, tr("Delete %s").filling("%s", with: name))
        connect(delete, "clicked") { [weak self] _ in self?.onDelete(name) }
        return Widgets.row(spacing: 4, [apply, delete])
    }

    private func connectField() {
        connect(field, "changed") { [weak self] _ in
            guard let self else { return }
            gtk_widget_set_sensitive(self.save.widget, self.typed == nil ? 0 : 1)
        }
        connect(field, "activate") { [weak self] _ in self?.saveTyped() }
        connect(save, "clicked") { [weak self] _ in self?.saveTyped() }
    }

    private var typed: String? {
        guard let text = gtk_editable_get_text(field) else { return nil }
        let name = String(cString: text)
        return name.allSatisfy { $0 == " " } ? nil : name
    }

    private func saveTyped() {
        guard let typed else { return }
        gtk_editable_set_text(field, "")
        onSave(typed)
    }
}
