// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// Mouse, pen and finger on the picture: a click, a press that is held, a drag beside the mark, the wheel there.
final class FocusPointer {
    /// Milliseconds after which a press is a hold.
    private static let holdAfter: UInt32 = 500
    /// Logical pixels: a finger that moves less still clicks; one that moves farther up or down may set exposure.
    private static let slack = 12.0
    /// Logical pixels of a drag that change exposure by a stop.
    private static let pixelsPerStop = 60.0

    /// Called with the place, and whether to lock.
    var onClick: (_ x: Double, _ y: Double, _ isHeld: Bool) -> Void = { _, _, _ in }
    /// Whether exposure can be set from there.
    var isBesideMark: (_ x: Double, _ y: Double) -> Bool = { _, _ in false }
    /// Called with a number of stops, up is lighter.
    var onExposure: (Double) -> Void = { _ in }

    /// The kind of the present press.
    private enum Press {
        case none
        case open(x: Double, y: Double)
        case exposing(dragged: Double)
        case done
    }
    private var press = Press.none
    private var holdTimer: MainTimer?

    init(on viewfinder: OpaquePointer) {
        addDrag(viewfinder)
        addWheel(viewfinder)
    }

    private func addDrag(_ viewfinder: OpaquePointer) {
        let drag = gtk_gesture_drag_new().unsafelyUnwrapped
        connect(drag, "drag-begin") { [weak self] call in
            gtk_widget_grab_focus(viewfinder.widget)
            self?.begin(call.double(0), call.double(1))
        }
        connect(drag, "drag-update") { [weak self] call in self?.update(call.double(0), call.double(1)) }
        connect(drag, "drag-end") { [weak self] _ in
            let modifiers = gtk_event_controller_get_current_event_state(drag)
            self?.end(isShifted: modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0)
        }
        connect(drag, "cancel") { [weak self] _ in self?.cancel() }
        gtk_widget_add_controller(viewfinder.widget, drag)
    }

    private func addWheel(_ viewfinder: OpaquePointer) {
        let motion = gtk_event_controller_motion_new().unsafelyUnwrapped
        var pointer = (x: -1.0, y: -1.0)
        connect(motion, "motion") { call in pointer = (call.double(0), call.double(1)) }
        connect(motion, "enter") { call in pointer = (call.double(0), call.double(1)) }
        gtk_widget_add_controller(viewfinder.widget, motion)
        let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL).unsafelyUnwrapped
        connect(wheel, "scroll") { [weak self] call in
            let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue
            let isPlain = gtk_event_controller_get_current_event_state(wheel).rawValue & chords == 0
            guard let self, isPlain, self.isBesideMark(pointer.x, pointer.y) else {
                return call.answer(false)
            }
            self.onExposure(-Notches.count(call.double(1), wheel) / 3)
            call.answer(true)
        }
        gtk_widget_add_controller(viewfinder.widget, wheel)
    }

    private func begin(_ x: Double, _ y: Double) {
        press = .open(x: x, y: y)
        holdTimer = .once(after: Self.holdAfter) { [weak self] in self?.hold() }
    }

    private func hold() {
        guard case .open(let x, let y) = press else { return }
        press = .done
        onClick(x, y, true)
    }

    private func update(_ across: Double, _ down: Double) {
        switch press {
        case .open(let x, let y):
            guard abs(across) > Self.slack || abs(down) > Self.slack else { return }
            holdTimer = nil
            let isUpright = abs(down) > abs(across)
            press = isUpright && isBesideMark(x, y) ? .exposing(dragged: down) : .done
        case .exposing(let dragged):
            onExposure((dragged - down) / Self.pixelsPerStop)
            press = .exposing(dragged: down)
        case .none, .done: break
        }
    }

    private func end(isShifted: Bool) {
        if case .open(let x, let y) = press { onClick(x, y, isShifted) }
        cancel()
    }

    private func cancel() {
        press = .none
        holdTimer = nil
    }
}
