// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Short constructors for the widgets that Tintype is made of. Each returns a new, floating widget.
enum Widgets {
    static func label(_ text: String, classes: [String] = [], wraps: Bool = false) -> OpaquePointer {
        let label = OpaquePointer(gtk_label_new(text))
        gtk_label_set_wrap(label, wraps ? 1 : 0)
        if wraps { gtk_label_set_justify(label, GTK_JUSTIFY_CENTER) }
        addClasses(classes, to: label)
        return label
    }

    static func column(spacing: Int32, classes: [String] = [], _ children: [OpaquePointer]) -> OpaquePointer {
        box(GTK_ORIENTATION_VERTICAL, spacing, classes, children)
    }

    static func row(spacing: Int32, classes: [String] = [], _ children: [OpaquePointer]) -> OpaquePointer {
        box(GTK_ORIENTATION_HORIZONTAL, spacing, classes, children)
    }

    /// A row over the live picture that rarely changes: see `tt_still_new`.
    static func stillRow(spacing: Int32, classes: [String] = [], _ children: [OpaquePointer]) -> OpaquePointer
    {
        filled(OpaquePointer(tt_still_new(spacing)), classes, children)
    }

    /// As high as its content if there is room, else scrolled up and down, by the keyboard too.
    static func scroller(_ content: OpaquePointer) -> OpaquePointer {
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_width(scroller, 1)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_scrolled_window_set_child(scroller, content.widget)
        return scroller
    }

    /// A button with words on it. Its accessible name is the words.
    static func button(
        _ title: String, classes: [String] = [], _ action: @escaping @MainActor () -> Void
    ) -> OpaquePointer {
        let button = OpaquePointer(gtk_button_new_with_label(title))
        addClasses(classes, to: button)
        connect(button, "clicked") { _ in action() }
        return button
    }

    /// A switch that Space turns in a popover, too: there GTK 4.8 knows only Return.
    static func toggle() -> OpaquePointer {
        spaceTurnsSwitches
        return OpaquePointer(gtk_switch_new())
    }

    private static let spaceTurnsSwitches: Void = {
        let shortcut = gtk_shortcut_new(
            gtk_keyval_trigger_new(UInt32(GDK_KEY_space), GdkModifierType(0)),
            gtk_signal_action_new("activate"))
        gtk_widget_class_add_shortcut(
            g_type_class_ref(gtk_switch_get_type()).assumingMemoryBound(to: GtkWidgetClass.self), shortcut)
        shortcut.map { g_object_unref(UnsafeMutableRawPointer($0)) }
    }()

    static func addClasses(_ classes: [String], to widget: OpaquePointer) {
        for name in classes { gtk_widget_add_css_class(widget.widget, name) }
    }

    /// GTK gives no accessible name back.
    static nonisolated let nameKey = "tintype-name"

    /// Breaks a button's words into lines where a narrow window has no room for one.
    static func wrapLabel(of button: OpaquePointer) {
        guard let label = gtk_button_get_child(button.button).map({ OpaquePointer($0) }) else { return }
        gtk_label_set_wrap(label, 1)
        gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
    }

    /// Names a widget without words, for screen readers and in a tooltip.
    static func name(_ widget: OpaquePointer, _ name: String) {
        tt_set_accessible_label(widget.untyped, name)
        g_object_set_data_full(UnsafeMutablePointer(widget), nameKey, g_strdup(name), g_free)
        gtk_widget_set_tooltip_text(widget.widget, name)
        // GTK describes a widget by its tooltip, so a screen reader would read the name twice.
        describe(widget, "")
    }

    /// Names a menu button whose present choice is not to be seen on it; nil says that it is the usual one.
    static func name(_ button: OpaquePointer, _ name: String, choice: String?) {
        self.name(button, name)
        guard let choice else { return }
        gtk_widget_set_tooltip_text(button.widget, name + ": " + choice)
        describe(button, choice)
    }

    /// Says the value of a slider in words. GTK exports them from 4.14 on; before, they are its description.
    static func setValue(of slider: OpaquePointer, inWords words: String, description: String? = nil) {
        tt_set_accessible_value_text(slider.untyped, words)
        tt_set_accessible_description(
            slider.untyped, description ?? (tt_exports_value_texts() == 0 ? words : ""))
    }

    /// Describes a widget for screen readers.
    static func describe(_ widget: OpaquePointer, _ words: String) {
        tt_set_accessible_description(widget.untyped, words)
        // A menu button passes the focus and its tooltip to an inner button, to which GTK 4.8 adds the outer one's words.
        if isOf(gtk_menu_button_get_type(), widget), let inner = gtk_widget_get_first_child(widget.widget) {
            gtk_accessible_reset_relation(OpaquePointer(inner), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY)
            tt_set_accessible_description(UnsafeMutableRawPointer(inner), words)
        }
    }

    /// Names inner parts of GTK and libadwaita: scrolled boxes take the focus after their last child, which can't be
    /// prevented, as Tab would end there. Skips the list that shows a choice. Call it while the parts are on the screen,
    /// since a list's content appears with it.
    static func nameInnerParts(below widget: OpaquePointer, _ name: String) {
        var child = gtk_widget_get_first_child(widget.widget)
        while let next = child {
            let raw = OpaquePointer(next)
            child = gtk_widget_get_next_sibling(next)
            // The open list of a choice needs the keyboard.
            if isOf(gtk_popover_get_type(), raw) { continue }
            if isNameless(raw) { tt_set_accessible_label(raw.untyped, name) }
            if isPartOfChoice(raw) { gtk_widget_set_focusable(next, 0) }
            nameInnerParts(below: raw, pageTitle(of: raw) ?? name)
        }
    }

    private static func pageTitle(of widget: OpaquePointer) -> String? {
        guard isOf(adw_preferences_page_get_type(), widget) else { return nil }
        let title = adw_preferences_page_get_title(UnsafeMutablePointer(widget)).map { String(cString: $0) }
        return title?.isEmpty == false ? title : nil
    }

    private static func isNameless(_ widget: OpaquePointer) -> Bool {
        isOf(gtk_scrolled_window_get_type(), widget) || isOf(gtk_search_entry_get_type(), widget)
            || gtk_widget_get_focusable(widget.widget) != 0 && tt_is_kept_nameless(widget.untyped) != 0
            || isOf(gtk_list_box_get_type(), widget) && gtk_widget_get_first_child(widget.widget) == nil
    }

    private static func isPartOfChoice(_ widget: OpaquePointer) -> Bool {
        // GtkListItemWidget has no public get_type function.
        let type = g_type_name_from_instance(UnsafeMutablePointer(widget)).map { String(cString: $0) }
        return isOf(gtk_list_view_get_type(), widget) || type == "GtkListItemWidget"
    }

    /// Whether an object is of this class.
    static func isOf(_ type: GType, _ object: OpaquePointer) -> Bool {
        g_type_check_instance_is_a(UnsafeMutablePointer(object), type) != 0
    }

    /// Names every button below a widget by its words, once: GTK 4.8 reads the words of a button with a mnemonic
    /// twice.
    static func nameButtons(below widget: OpaquePointer) {
        var child = gtk_widget_get_first_child(widget.widget)
        while let next = child {
            let raw = OpaquePointer(next)
            if tt_is_button(raw.untyped) != 0, let words = gtk_button_get_label(raw.button) {
                gtk_accessible_reset_relation(raw, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
                tt_set_accessible_label(raw.untyped, String(cString: words).filter { $0 != "_" })
            }
            nameButtons(below: raw)
            child = gtk_widget_get_next_sibling(next)
        }
    }

    /// The label below a widget that has exactly these words; nil if there is none.
    static func label(saying words: String, below widget: OpaquePointer) -> OpaquePointer? {
        var child = gtk_widget_get_first_child(widget.widget)
        while let next = child {
            let raw = OpaquePointer(next)
            if tt_is_label(raw.untyped) != 0, String(cString: gtk_label_get_text(raw)) == words { return raw }
            if let found = label(saying: words, below: raw) { return found }
            child = gtk_widget_get_next_sibling(next)
        }
        return nil
    }

    static func setMargins(_ widget: OpaquePointer, horizontal: Int32, vertical: Int32) {
        gtk_widget_set_margin_start(widget.widget, horizontal)
        gtk_widget_set_margin_end(widget.widget, horizontal)
        gtk_widget_set_margin_top(widget.widget, vertical)
        gtk_widget_set_margin_bottom(widget.widget, vertical)
    }

    static func center(_ widget: OpaquePointer) {
        gtk_widget_set_halign(widget.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(widget.widget, GTK_ALIGN_CENTER)
    }

    static func setVisible(_ widget: OpaquePointer, _ isVisible: Bool) {
        gtk_widget_set_visible(widget.widget, isVisible ? 1 : 0)
    }

    /// Gives or takes a class of style.css.
    static func setClass(_ name: String, of widget: OpaquePointer, _ isGiven: Bool) {
        isGiven
            ? gtk_widget_add_css_class(widget.widget, name)
            : gtk_widget_remove_css_class(widget.widget, name)
    }

    /// Replays a widget's animation of style.css. GTK does not restart one with the same name, so there are two names.
    static func playAgain(_ widget: OpaquePointer) {
        setClass("again", of: widget, gtk_widget_has_css_class(widget.widget, "again") == 0)
    }

    /// Removes every child of a box.
    static func removeChildren(of box: OpaquePointer) {
        while let child = gtk_widget_get_first_child(box.widget) { gtk_box_remove(box.box, child) }
    }

    private static func box(
        _ orientation: GtkOrientation, _ spacing: Int32, _ classes: [String], _ children: [OpaquePointer]
    ) -> OpaquePointer {
        filled(OpaquePointer(gtk_box_new(orientation, spacing)), classes, children)
    }

    private static func filled(
        _ box: OpaquePointer, _ classes: [String], _ children: [OpaquePointer]
    ) -> OpaquePointer {
        for child in children { gtk_box_append(box.box, child.widget) }
        addClasses(classes, to: box)
        return box
    }
}

/// Casts from `OpaquePointer`, in which GTK objects are passed, to the types of C functions.
///
/// GObject's types are a tree: every cast here is to an ancestor, which the caller knows the object to have.
extension OpaquePointer {
    /// A widget from its constructor, which never returns NULL: GTK aborts when there is no memory.
    init(_ widget: UnsafeMutablePointer<GtkWidget>?) {
        self.init(UnsafeMutableRawPointer(widget.unsafelyUnwrapped))
    }

    /// For calls that take `gpointer`.
    var untyped: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
    var widget: UnsafeMutablePointer<GtkWidget> { UnsafeMutablePointer(self) }
    var window: UnsafeMutablePointer<GtkWindow> { UnsafeMutablePointer(self) }
    var box: UnsafeMutablePointer<GtkBox> { UnsafeMutablePointer(self) }
    var button: UnsafeMutablePointer<GtkButton> { UnsafeMutablePointer(self) }
    var toggleButton: UnsafeMutablePointer<GtkToggleButton> { UnsafeMutablePointer(self) }
    var application: UnsafeMutablePointer<GtkApplication> { UnsafeMutablePointer(self) }
    var gApplication: UnsafeMutablePointer<GApplication> { UnsafeMutablePointer(self) }
}
