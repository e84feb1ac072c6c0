internal import CGtk
internal import GLibBridge

/// Pointer and keys on a dial. Comes before the scale's own handling, which counts in the camera's units and not in
/// stops.
final class DialInput {
    private weak var dial: DialView?
    private var dragged = 0.0

    init(on ruler: OpaquePointer, dial: DialView) {
        self.dial = dial
        addDrag(ruler)
        addClicks(ruler)
        addWheel(ruler)
        addKeys(ruler)
    }

    private func addDrag(_ ruler: OpaquePointer) {
        let drag = gtk_gesture_drag_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
        connect(drag, "drag-begin") { [weak self] _ in
            self?.dragged = 0
            gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
            gtk_widget_grab_focus(ruler.widget)
        }
        connect(drag, "drag-update") { [weak self] call in
            guard let self else { return }
            // The ruler follows the hand: dragging it to the left brings higher values under the needle.
            let stops = -call.double(0) / DialRuler.spacing
            self.dial?.turn(byStops: stops - self.dragged)
            self.dragged = stops
        }
        connect(drag, "drag-end") { [weak self] call in
            if let self, self.dragged != 0 { self.dial?.settleOnDetent() }
        }
        gtk_widget_add_controller(ruler.widget, drag)
    }

    private func addClicks(_ ruler: OpaquePointer) {
        let click = gtk_gesture_click_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
        connect(click, "pressed") { [weak self] call in
            if call.int(0) == 2 { self?.dial?.setAutomatic() }
        }
        gtk_widget_add_controller(ruler.widget, click)
    }

    private func addWheel(_ ruler: OpaquePointer) {
        let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES).unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
        connect(wheel, "scroll") { [weak self] call in
            let turn = call.double(0) - call.double(1)
            if turn != 0 { self?.dial?.step(turn > 0 ? 1 : -1) }
            call.answer(true)
        }
        gtk_widget_add_controller(ruler.widget, wheel)
    }

    private func addKeys(_ ruler: OpaquePointer) {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        connect(keys, "key-pressed") { [weak self] call in
            let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
            let isPlain = call.flags(2) & chords == 0
            call.answer(isPlain ? self?.pressed(Int32(bitPattern: call.uint(0))) ?? false : false)
        }
        gtk_widget_add_controller(ruler.widget, keys)
    }

    /// - Returns: whether a dial uses the key.
    private func pressed(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_plus: dial?.step(1)
        case GDK_KEY_Left, GDK_KEY_Down, GDK_KEY_minus: dial?.step(-1)
        case GDK_KEY_Page_Up: dial?.step(5)
        case GDK_KEY_Page_Down: dial?.step(-5)
        case GDK_KEY_Home: dial?.goToEnd(false)
        case GDK_KEY_End: dial?.goToEnd(true)
        case GDK_KEY_Delete, GDK_KEY_BackSpace: dial?.setAutomatic()
        case GDK_KEY_0...GDK_KEY_9: dial?.startTyping(String(key - GDK_KEY_0))
        default: return false
        }
        return true
    }
}
