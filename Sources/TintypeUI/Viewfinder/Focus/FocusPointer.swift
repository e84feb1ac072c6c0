// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Mouse, pen and finger on the picture: a click, a second one, a press that is held, a drag beside the mark, the wheel there.
///
/// Over the picture the pointer is a crosshair, which leaves the subject to be seen once it rests.
final class FocusPointer {
    /// Milliseconds after which a press is a hold.
    private static let holdAfter: UInt32 = 500
    /// Logical pixels: a finger that moves less still clicks; one that moves farther up or down may set exposure.
    private static let slack = 12.0
    /// Logical pixels of a drag that change exposure by a stop.
    private static let pixelsPerStop = 60.0
    /// Milliseconds until a pointer that rests is hidden.
    private static let hiddenAfter: UInt32 = 2000

    /// Called with the place, and whether to lock.
    var onClick: (_ x: Double, _ y: Double, _ isHeld: Bool) -> Void = { _, _, _ in }
    /// Called with the second of two clicks at one place, instead of `onClick`.
    var onDoubleClick: (_ x: Double, _ y: Double) -> Void = { _, _ in }
    /// Whether there is a picture at that place.
    var isOnPicture: (_ x: Double, _ y: Double) -> Bool = { _, _ in false }
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
    /// The last click: GLib's monotonic time in microseconds, and its place.
    private var lastClick: (time: gint64, x: Double, y: Double)?
    private var restTimer: MainTimer?
    private var cursor = "default"

    init(on viewfinder: OpaquePointer) {
        addDrag(viewfinder)
        addPointer(viewfinder)
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

    private func addPointer(_ viewfinder: OpaquePointer) {
        let motion = gtk_event_controller_motion_new().unsafelyUnwrapped
        var pointer = (x: -1.0, y: -1.0)
        for signal in ["motion", "enter"] {
            connect(motion, signal) { [weak self] call in
                let place = (x: call.double(0), y: call.double(1))
                // GTK repeats the place when what is below the pointer is laid out anew.
                if place == pointer { return }
                pointer = place
                self?.show(
                    self?.isOnPicture(pointer.x, pointer.y) == true ? "crosshair" : "default", viewfinder)
            }
        }
        connect(motion, "leave") { [weak self] _ in
            pointer = (-1, -1)
            self?.show("default", viewfinder)
        }
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

    private func show(_ cursor: String, _ viewfinder: OpaquePointer) {
        restTimer =
            cursor == "crosshair"
            ? .once(after: Self.hiddenAfter) { [weak self] in self?.show("none", viewfinder) } : nil
        guard cursor != self.cursor else { return }
        self.cursor = cursor
        gtk_widget_set_cursor_from_name(viewfinder.widget, cursor)
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
        if case .open(let x, let y) = press { clicked(x, y, isShifted: isShifted) }
        cancel()
    }

    private func clicked(_ x: Double, _ y: Double, isShifted: Bool) {
        let now = g_get_monotonic_time()
        if let last = lastClick, now - last.time < Self.doubleClickTime, abs(x - last.x) < Self.slack,
            abs(y - last.y) < Self.slack, !isShifted
        {
            lastClick = nil
            return onDoubleClick(x, y)
        }
        lastClick = isShifted ? nil : (now, x, y)
        onClick(x, y, isShifted)
    }

    /// Microseconds, as the desktop has it.
    private static var doubleClickTime: gint64 {
        let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
        return gint64(tt_get_int(settings, "gtk-double-click-time")) * 1000
    }

    private func cancel() {
        press = .none
        holdTimer = nil
    }
}
