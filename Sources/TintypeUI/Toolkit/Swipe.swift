internal import CGtk
internal import GLibBridge

/// A quick move to the right: of a finger, of the mouse, or of two fingers on a touchpad.
enum Swipe {
    /// How fast a hand means it, in logical pixels a second, and how much faster than up or down.
    private static let (speed, ratio) = (500.0, 2.0)
    /// How far two fingers go that mean it, in logical pixels.
    private static let way = 80.0

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
        // Since the fingers came down; nil when they have done it.
        var gone: (x: Double, y: Double)?
        connect(scroll, "scroll-begin") { _ in gone = (0, 0) }
        connect(scroll, "scroll") { call in
            // A wheel means other things.
            guard let (x, y) = Touchpad.way(of: scroll, call), let before = gone else {
                return call.answer(false)
            }
            let now = (x: before.x + x, y: before.y + y)
            let isSwipe = now.x > way && now.x > ratio * abs(now.y)
            gone = isSwipe ? nil : now
            if isSwipe { body() }
            call.answer(isSwipe)
        }
        gtk_widget_add_controller(widget.widget, scroll)
    }
}

/// Two fingers on a touchpad, which GTK reports as scrolling.
enum Touchpad {
    /// A notch of a wheel, in which X11 counts fingers too; in logical pixels, as libinput has it.
    private static let notch = 15.0

    /// How far the fingers take what they move, right and down, in logical pixels; nil if it is no touchpad.
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
