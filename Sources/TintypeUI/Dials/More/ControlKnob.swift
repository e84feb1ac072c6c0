// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The movable part of a control's row: a slider, a switch, a menu, or a button.
final class ControlKnob {
    let widget: ObjectRef
    /// Called with the value set by hand.
    var onChange: (Int64) -> Void = { _ in }
    /// Whether it needs a line of its own.
    let isWide: Bool

    private let kind: ControlDescriptor.Kind
    /// Where what moves stops; nil for what keeps its value.
    private let rest: Int64?
    /// Whether a button or key is down on it.
    private var isHeld = false
    /// Lets go of what was moved without a hand that holds it: by the wheel, or by a screen reader.
    private var release: MainTimer?
    /// True while the program changes the value, so that it is not taken for a request.
    private var isShowing = false

    init(_ control: ControlDescriptor, name: String) {
        (kind, rest) = (control.kind, control.restValue)
        let made: OpaquePointer
        switch control.kind {
        case .integer(let range, let step):
            made = Self.slider(range, step, mark: control.restValue ?? control.defaultValue)
            isWide = true
        case .boolean, .bitmask:
            made = Widgets.toggle()
            isWide = false
        case .menu(let entries):
            made = Self.menu(entries, name: name)
            isWide = false
        case .button:
            // Translators: lets a camera do something once, such as focusing.
            made = OpaquePointer(gtk_button_new_with_label(tr("Do It")))
            isWide = false
        }
        widget = ObjectRef(sinking: made)
        gtk_widget_set_valign(made.widget, GTK_ALIGN_CENTER)
        tt_set_accessible_label(made.untyped, name)
        // What moves by itself is taken to rest: no value was read.
        if let rest {
            show(rest)
            stopWhenReleased()
        }
        connectHand()
    }

    /// Shows a value without reporting it.
    func show(_ value: Int64) {
        isShowing = true
        defer { isShowing = false }
        switch kind {
        case .integer: gtk_range_set_value(range, Double(value))
        case .boolean, .bitmask: gtk_switch_set_active(widget.raw, value == 0 ? 0 : 1)
        case .menu(let entries):
            // Some drivers report a value that they don't list.
            let index = entries.firstIndex { $0.value == value }
            gtk_drop_down_set_selected(widget.raw, index.map { UInt32($0) } ?? GTK_INVALID_LIST_POSITION)
        case .button: break
        }
    }

    private var range: UnsafeMutablePointer<GtkRange> { UnsafeMutablePointer(widget.raw) }

    private func connectHand() {
        let raw = widget.raw
        switch kind {
        case .integer:
            connect(raw, "value-changed") { [weak self] _ in
                guard let self else { return }
                self.tell(Int64(gtk_range_get_value(self.range).rounded()))
            }
        case .boolean, .bitmask:
            connect(raw, "notify::active") { [weak self] _ in
                self?.tell(gtk_switch_get_active(raw) == 0 ? 0 : 1)
            }
        case .menu(let entries):
            connect(raw, "notify::selected") { [weak self] _ in
                let index = Int(gtk_drop_down_get_selected(raw))
                if entries.indices.contains(index) { self?.tell(entries[index].value) }
            }
        case .button:
            connect(raw, "clicked") { [weak self] _ in self?.tell(1) }
        }
    }

    private func tell(_ value: Int64) {
        guard !isShowing else { return }
        onChange(value)
        if rest != nil, !isHeld { release = .once(after: Self.wheelPause) { [weak self] in self?.letGo() } }
    }

    // MARK: What moves

    /// Milliseconds; longer than between two steps of a wheel.
    private static let wheelPause: UInt32 = 500

    private func stopWhenReleased() {
        let events = gtk_event_controller_legacy_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
        connect(events, "event") { [weak self] call in
            self?.note(gtk_event_controller_get_current_event(events))
            call.answer(false)
        }
        gtk_widget_add_controller(widget.raw.widget, events)
        let focus = gtk_event_controller_focus_new().unsafelyUnwrapped
        connect(focus, "leave") { [weak self] _ in self?.letGo() }
        gtk_widget_add_controller(widget.raw.widget, focus)
        connect(widget.raw, "unmap") { [weak self] _ in self?.letGo() }
    }

    private func note(_ event: OpaquePointer?) {
        switch event.map(gdk_event_get_event_type) {
        case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_KEY_PRESS: isHeld = true
        case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_KEY_RELEASE: letGo()
        default: break
        }
    }

    private func letGo() {
        (isHeld, release) = (false, nil)
        guard let rest, Int64(gtk_range_get_value(range).rounded()) != rest else { return }
        show(rest)
        onChange(rest)
    }

    private static func slider(_ range: ClosedRange<Int64>, _ step: Int64, mark: Int64) -> OpaquePointer {
        let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
        let page = max(Double(step), ((high - low) / 10).rounded())
        let adjustment = gtk_adjustment_new(low, low, high, Double(step), page, 0)
        let slider = OpaquePointer(gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, adjustment))
        gtk_scale_set_draw_value(UnsafeMutablePointer(slider), 0)
        // Whole steps only, also while it is dragged.
        gtk_range_set_round_digits(UnsafeMutablePointer(slider), 0)
        gtk_scale_add_mark(UnsafeMutablePointer(slider), Double(mark), GTK_POS_BOTTOM, nil)
        gtk_widget_set_hexpand(slider.widget, 1)
        return slider
    }

    private static func menu(_ entries: [ControlDescriptor.MenuEntry], name: String) -> OpaquePointer {
        let names = gtk_string_list_new(nil)
        for entry in entries { gtk_string_list_append(names, entry.name) }
        let menu = OpaquePointer(gtk_drop_down_new(names, nil))
        // No value was read yet.
        gtk_drop_down_set_selected(menu, GTK_INVALID_LIST_POSITION)
        // The focus goes to an inner button, which shows the present entry as a list of one.
        if let button = gtk_widget_get_first_child(menu.widget) {
            tt_set_accessible_label(UnsafeMutableRawPointer(button), name)
        }
        connect(menu, "map") { _ in Widgets.nameInnerParts(below: menu, name) }
        return menu
    }
}
