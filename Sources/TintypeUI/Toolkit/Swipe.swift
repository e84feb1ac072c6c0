// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// A quick move to the right: of a finger, of the mouse, or of two fingers on a touchpad.
enum Swipe {
    /// The least speed, in logical pixels a second, and its least ratio to the vertical speed.
    private static let (speed, ratio) = (500.0, 2.0)

    /// The way of two fingers since they came down, in logical pixels.
    struct Way {
        private static let leastDistance = 80.0
        /// nil once the swipe is recognized.
        private var gone: (x: Double, y: Double)? = (0, 0)

        /// - Returns: whether it is a swipe now, once.
        mutating func move(_ x: Double, _ y: Double) -> Bool {
            guard let before = gone else { return false }
            let now = (x: before.x + x, y: before.y + y)
            let isSwipe = now.x > Self.leastDistance && now.x > ratio * abs(now.y)
            gone = isSwipe ? nil : now
            return isSwipe
        }
    }

    static func right(over widget: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        let swipe = gtk_gesture_swipe_new().unsafelyUnwrapped
        connect(swipe, "swipe") { call in
            let (x, y) = (call.double(0), call.double(1))
            if x > speed, x > ratio * abs(y) { body() }
        }
        gtk_widget_add_controller(widget.widget, swipe)
        addTouchpad(widget, body)
    }

    private static func addTouchpad(_ widget: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES).unsafelyUnwrapped
        // nil before the fingers come down.
        var way: Way?
        connect(scroll, "scroll-begin") { _ in way = Way() }
        connect(scroll, "scroll") { call in
            // Not for a wheel.
            guard let (x, y) = Touchpad.way(of: scroll, call) else { return call.answer(false) }
            let isSwipe = way?.move(x, y) == true
            if isSwipe { body() }
            call.answer(isSwipe)
        }
        gtk_widget_add_controller(widget.widget, scroll)
    }
}

/// Two fingers on a touchpad, which GTK reports as scrolling.
enum Touchpad {
    /// The logical pixels of a wheel's notch, in libinput; X11 also reports fingers in notches.
    fileprivate static let notch = 15.0

    /// The way of the fingers, right and down, in logical pixels; nil if it is no touchpad.
    ///
    /// - Parameter call: of the controller's signal `scroll`.
    static func way(of scroll: OpaquePointer, _ call: SignalCall) -> (x: Double, y: Double)? {
        guard let device = gtk_event_controller_get_current_event_device(scroll),
            gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD
        else { return nil }
        let pixels = gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL ? notch : 1
        return (-call.double(0) * pixels, -call.double(1) * pixels)
    }
}

/// A wheel's notches, which are what one turn changes by one step. Two fingers, fine wheels and sticks send fractions of
/// them, or, on Wayland, logical pixels.
struct Notches {
    /// Less than one, kept for the next event.
    private var rest = 0.0

    /// - Parameter delta: of the controller's signal `scroll`.
    static func count(_ delta: Double, _ scroll: OpaquePointer) -> Double {
        gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL ? delta : delta / Touchpad.notch
    }

    /// - Returns: whole notches, with their sign; nil if there is none yet.
    mutating func turn(_ delta: Double, _ scroll: OpaquePointer) -> Int? {
        if rest * delta < 0 { rest = 0 }
        rest += Self.count(delta, scroll)
        let whole = rest.rounded(.towardZero)
        rest -= whole
        return whole == 0 ? nil : Int(whole)
    }
}
