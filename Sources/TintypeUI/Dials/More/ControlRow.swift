// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// One control without a dial: its name, value, default, knob, and "Reset".
final class ControlRow {
    let widget: ObjectRef
    var onRequest: (ControlRequest) -> Void = { _ in }
    private(set) var reading: ControlReading

    private let knob: ControlKnob
    private let value: OpaquePointer
    private let reset: OpaquePointer
    /// The value set last, shown until the camera confirms it.
    private var wanted: Int64?
    private var wantedTimer: MainTimer?
    private var refusal: MainTimer?

    init(_ reading: ControlReading) {
        self.reading = reading
        let control = reading.descriptor
        let name = ControlWording.name(control)
        knob = ControlKnob(control, name: name)
        value = Widgets.label("", classes: ["numeric"])
        reset = OpaquePointer(gtk_button_new_from_icon_name("edit-undo-symbolic"))
        Widgets.addClasses(["flat", "circular"], to: reset)
        gtk_widget_set_valign(reset.widget, GTK_ALIGN_CENTER)
        Widgets.name(reset, tr("Reset %s").filling("%s", with: name))
        widget = ObjectRef(
            sinking: Self.layOut(
                Self.words(name, control), knob, value: value, reset: control.isSetting ? reset : nil))
        knob.onChange = { [weak self] in self?.set($0) }
        connect(reset, "clicked") { [weak self] _ in self?.setDefault() }
        refresh()
    }

    /// Shows the camera's value.
    func show(_ reading: ControlReading) {
        self.reading = reading
        if wanted == reading.value { wanted = nil }
        refresh()
    }

    /// Snaps back with a shake, and explains why in tooltip and accessible description.
    func refuse() {
        wanted = nil
        gtk_widget_add_css_class(widget.raw.widget, "refused")
        refusal = .once(after: 600) { [weak self] in
            guard let self else { return }
            gtk_widget_remove_css_class(self.widget.raw.widget, "refused")
        }
        refresh()
        gtk_widget_set_tooltip_text(widget.raw.widget, tr("The camera did not accept this value"))
    }

    func setDefault() {
        let control = reading.descriptor
        guard control.isSetting else { return }
        want(control.defaultValue)
        onRequest(.standard(control.id, control.defaultValue))
    }

    private func set(_ newValue: Int64) {
        let control = reading.descriptor
        if control.kind == .button { return onRequest(.press(control.id)) }
        // The camera confirms no value that can't be read.
        if control.restValue == nil { want(newValue) }
        onRequest(.set(control.id, newValue))
    }

    private func want(_ newValue: Int64) {
        wanted = newValue
        // Without confirmation from the camera, the row returns to its value.
        wantedTimer = .once(after: 2000) { [weak self] in
            self?.wanted = nil
            self?.refresh()
        }
        refresh()
    }

    private func refresh() {
        let control = reading.descriptor
        let current = wanted ?? reading.value
        if control.restValue == nil {
            if let current { knob.show(current) }
            gtk_label_set_text(value, ControlWording.text(current, control))
        }
        let obstacle = ControlWording.obstacle(control)
        gtk_widget_set_sensitive(knob.widget.raw.widget, obstacle == nil ? 1 : 0)
        gtk_widget_set_sensitive(
            reset.widget, obstacle == nil && current != nil && current != control.defaultValue ? 1 : 0)
        gtk_widget_set_tooltip_text(widget.raw.widget, obstacle)
        tt_set_accessible_description(knob.widget.raw.untyped, obstacle ?? "")
    }

    // MARK: Layout

    private static func words(_ name: String, _ control: ControlDescriptor) -> OpaquePointer {
        let title = Widgets.label(name)
        gtk_label_set_xalign(title, 0)
        gtk_label_set_ellipsize(title, PANGO_ELLIPSIZE_END)
        let words = Widgets.column(spacing: 0, [title])
        gtk_widget_set_hexpand(words.widget, 1)
        gtk_widget_set_valign(words.widget, GTK_ALIGN_CENTER)
        guard control.isSetting || control.flags.contains(.readOnly) else { return words }
        let standard = Widgets.label(
            tr("Default: %s").filling("%s", with: ControlWording.text(control.defaultValue, control)),
            classes: ["caption", "dim-label"])
        gtk_label_set_xalign(standard, 0)
        gtk_label_set_ellipsize(standard, PANGO_ELLIPSIZE_END)
        gtk_box_append(words.box, standard.widget)
        return words
    }

    private static func layOut(
        _ words: OpaquePointer, _ knob: ControlKnob, value: OpaquePointer, reset: OpaquePointer?
    ) -> OpaquePointer {
        let line = Widgets.row(spacing: 12, [words])
        gtk_box_append(line.box, (knob.isWide ? value : knob.widget.raw).widget)
        if let reset { gtk_box_append(line.box, reset.widget) }
        let row = Widgets.column(spacing: 0, classes: ["control-row"], [line])
        if knob.isWide { gtk_box_append(row.box, knob.widget.raw.widget) }
        return row
    }
}
