// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// One permission on the privacy page: status dot, words, switch, reason, and the button that fits.
///
/// The widget keeps this alive through its handlers, and never the other way round.
final class AccessRow {
    let widget: OpaquePointer
    /// Called when the person moved the switch.
    var onSwitch: (_ isOn: Bool) -> Void = { _ in }
    /// Called when the button was pressed.
    var onRemedy: (AccessStatus.Remedy) -> Void = { _ in }

    /// In logical pixels.
    private static let lockSize: Int32 = 14

    private let title: String
    private let dot = OpaquePointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let words = Widgets.label("", classes: ["access-words"], wraps: true)
    private let reason = Widgets.label("", classes: ["access-reason"], wraps: true)
    private let toggle = Widgets.toggle()
    private let lock = OpaquePointer(gtk_image_new_from_icon_name("changes-prevent-symbolic"))
    private let button = OpaquePointer(gtk_button_new_with_label(""))
    private let other = OpaquePointer(gtk_button_new_with_label(""))
    private var status: AccessStatus?

    /// - Parameters:
    ///   - title: what the permission is for.
    ///   - switchName: the switch's accessible name.
    init(title: String, switchName: String) {
        self.title = title
        widget = OpaquePointer(adw_preferences_row_new())
        adw_preferences_row_set_title(UnsafeMutablePointer(widget), title)
        gtk_list_box_row_set_activatable(UnsafeMutablePointer(widget), 0)
        // The switch and the button take the focus instead.
        gtk_widget_set_focusable(widget.widget, 0)
        tt_set_accessible_label(toggle.untyped, switchName)
        Widgets.addClasses(["status-dot"], to: dot)
        for sign in [dot, lock] { Widgets.center(sign) }
        // Lower than the words: GTK 4.8 puts its baseline on theirs, and the line would be higher than it says.
        gtk_image_set_pixel_size(lock, Self.lockSize)
        assemble()
        connect(toggle, "notify::active") { _ in self.switched() }
        connect(button, "clicked") { _ in if let remedy = self.status?.remedy { self.onRemedy(remedy) } }
        connect(other, "clicked") { _ in if let remedy = self.status?.other { self.onRemedy(remedy) } }
    }

    /// Gives the keyboard to what changes the permission.
    func takeFocus() {
        gtk_widget_grab_focus(status?.hasSwitch == false ? button.widget : toggle.widget)
    }

    func show(_ status: AccessStatus) {
        let before = self.status
        self.status = status
        if let before { gtk_widget_remove_css_class(dot.widget, before.level.dotClass) }
        gtk_widget_add_css_class(dot.widget, status.level.dotClass)
        gtk_label_set_text(words, status.level.title)
        gtk_label_set_text(reason, status.reason)
        gtk_widget_set_tooltip_text(reason.widget, status.folder)
        gtk_switch_set_active(toggle, status.isOn ? 1 : 0)
        gtk_widget_set_sensitive(toggle.widget, status.isChangeable ? 1 : 0)
        Widgets.setVisible(toggle, status.hasSwitch)
        Widgets.setVisible(dot, status.level != .restricted)
        Widgets.setVisible(lock, status.level == .restricted)
        for (button, remedy) in [(button, status.remedy), (other, status.other)] {
            Widgets.setVisible(button, remedy != nil)
            guard let remedy else { continue }
            gtk_button_set_label(button.button, remedy.title)
            Widgets.wrapLabel(of: button)
        }
        let spoken = [status.level.title + ".", status.reason, status.folder].compactMap(\.self)
            .joined(separator: " ")
        tt_set_accessible_label(widget.untyped, title)
        tt_set_accessible_description(widget.untyped, spoken)
        if before != nil, before != status { Announcer.say(title + ": " + spoken, from: widget) }
    }

    /// Also called when the switch follows a change, which is not reported.
    private func switched() {
        let isOn = gtk_switch_get_active(toggle) != 0
        if let status, isOn != status.isOn { onSwitch(isOn) }
    }

    private func assemble() {
        let heading = Widgets.label(title, wraps: true)
        for label in [heading, words, reason] {
            gtk_label_set_xalign(label, 0)
            gtk_label_set_justify(label, GTK_JUSTIFY_LEFT)
            gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        }
        Widgets.addClasses(["access-lock"], to: lock)
        let state = Widgets.row(spacing: 8, [dot, lock, words])
        gtk_widget_set_hexpand(reason.widget, 1)
        let ways = Widgets.column(spacing: 6, [button, other])
        for part in [toggle, ways] { gtk_widget_set_valign(part.widget, GTK_ALIGN_CENTER) }
        // Low, so that a page of these fits a low window: title and state, then the reason.
        let texts = Widgets.column(spacing: 4, [Widgets.row(spacing: 12, [heading, state]), reason])
        gtk_widget_set_hexpand(texts.widget, 1)
        let content = Widgets.row(spacing: 12, [texts, ways, toggle])
        Widgets.setMargins(content, horizontal: 12, vertical: 8)
        gtk_list_box_row_set_child(UnsafeMutablePointer(widget), content.widget)
    }
}
