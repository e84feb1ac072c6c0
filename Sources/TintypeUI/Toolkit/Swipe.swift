internal import CGtk
internal import GLibBridge

/// A quick move of a finger or the mouse.
enum Swipe {
    /// How fast a hand means it, in logical pixels a second, and how much faster than up or down.
    private static let (speed, ratio) = (500.0, 2.0)

    static func right(over widget: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
        let swipe = gtk_gesture_swipe_new().unsafelyUnwrapped
        connect(swipe, "swipe") { call in
            let (x, y) = (call.double(0), call.double(1))
            if x > speed, x > ratio * abs(y) { body() }
        }
        gtk_widget_add_controller(widget.widget, swipe)
    }
}
