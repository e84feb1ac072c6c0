// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// Pointer and keys on a chip or its ruler. Handled before the scale's own handling, which uses the camera's units
/// instead of stops.
final class DialInput {
    /// A click that turned nothing.
    var onClick: () -> Void = {}

    private weak var chip: DialChip?
    private let surface: OpaquePointer
    /// Logical pixels of dragging for one stop.
    private let spacing: Double
    private var controllers: [OpaquePointer] = []
    private var dragged = 0.0
    private var notches = Notches()

    /// - Parameter surface: outlives this, or `detach` is called.
    init(on surface: OpaquePointer, chip: DialChip, spacing: Double) {
        (self.surface, self.chip, self.spacing) = (surface, chip, spacing)
        addDrag()
        addClicks()
        addWheel()
        addKeys()
    }

    /// Removes the controllers from the surface.
    func detach() {
        for controller in controllers { gtk_widget_remove_controller(surface.widget, controller) }
        controllers = []
    }

    /// Adds a controller that runs before the surface's own.
    private func add(_ controller: OpaquePointer) {
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(surface.widget, controller)
        controllers.append(controller)
    }

    private func addDrag() {
        let drag = gtk_gesture_drag_new().unsafelyUnwrapped
        connect(drag, "drag-begin") { [weak self] _ in
            self?.dragged = 0
            gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
            self?.chip?.takeFocus()
        }
        connect(drag, "drag-update") { [weak self] call in
            guard let self else { return }
            // The ruler follows the hand: dragging it to the left brings higher values under the needle.
            let stops = -call.double(0) / self.spacing
            guard self.dragged != 0 || abs(call.double(0)) > Self.slack else { return }
            self.chip?.turn(byStops: stops - self.dragged)
            self.dragged = stops
        }
        connect(drag, "drag-end") { [weak self] call in
            guard let self, let chip = self.chip else { return }
            self.dragged != 0 ? chip.settleOnDetent() : self.onClick()
        }
        add(drag)
    }

    /// Logical pixels that a click may move.
    private static let slack = 3.0

    private func addClicks() {
        let click = gtk_gesture_click_new().unsafelyUnwrapped
        connect(click, "pressed") { [weak self] call in
            if call.int(0) == 2 { self?.chip?.setAutomatic() }
        }
        add(click)
    }

    private func addWheel() {
        let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES).unsafelyUnwrapped
        connect(wheel, "scroll") { [weak self] call in
            let (across, down) = (call.double(0), call.double(1))
            if abs(across) > abs(down), self?.scrollRow(across, wheel) == true { return call.answer(true) }
            if let self, let turn = self.notches.turn(across - down, wheel) { self.chip?.step(turn) }
            call.answer(true)
        }
        add(wheel)
    }

    /// Moves a row of chips that is wider than its room.
    ///
    /// - Returns: whether there is more to see.
    private func scrollRow(_ across: Double, _ wheel: OpaquePointer) -> Bool {
        guard let scroller = gtk_widget_get_ancestor(surface.widget, gtk_scrolled_window_get_type()),
            let place = gtk_scrolled_window_get_hadjustment(OpaquePointer(scroller)),
            gtk_adjustment_get_upper(place) > gtk_adjustment_get_page_size(place)
        else { return false }
        let pixels = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_WHEEL ? Self.notch : 1
        gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + across * pixels)
        return true
    }

    /// The way of one notch of a wheel; logical pixels.
    private static let notch = 48.0

    private func addKeys() {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { [weak self] call in
            let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
            let isPlain = call.flags(2) & chords == 0
            call.answer(isPlain ? self?.pressed(Int32(bitPattern: Keys.pressed(call))) ?? false : false)
        }
        add(keys)
    }

    /// - Returns: whether a dial uses the key.
    private func pressed(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_KP_Right, GDK_KEY_KP_Up: chip?.step(1)
        case GDK_KEY_Left, GDK_KEY_Down, GDK_KEY_KP_Left, GDK_KEY_KP_Down: chip?.step(-1)
        // "+" without Shift on many keyboards is "=".
        case GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal: chip?.step(1)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: chip?.step(-1)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: chip?.step(5)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: chip?.step(-5)
        case GDK_KEY_Home, GDK_KEY_KP_Home: chip?.goToEnd(false)
        case GDK_KEY_End, GDK_KEY_KP_End: chip?.goToEnd(true)
        case GDK_KEY_Delete, GDK_KEY_KP_Delete, GDK_KEY_BackSpace: chip?.setAutomatic()
        case GDK_KEY_Return, GDK_KEY_KP_Enter: chip?.onToggle()
        case GDK_KEY_0...GDK_KEY_9: chip?.startTyping(String(key - GDK_KEY_0))
        case GDK_KEY_KP_0...GDK_KEY_KP_9: chip?.startTyping(String(key - GDK_KEY_KP_0))
        default: return false
        }
        return true
    }
}
