// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// A number that moves from one value to another on the widget's frame clock; at once if the desktop wants no animations.
///
///     tween = Tween(on: widget, from: 0, to: 1, milliseconds: 180) { view.openness = $0 } done: { … }
///
/// Releasing it stops it where it is.
final class Tween {
    private let animation: ObjectRef

    /// - Parameters:
    ///   - widget: outlives this.
    ///   - step: gets each value, the last one included.
    ///   - done: called after the last step.
    init(
        on widget: OpaquePointer, from: Double, to: Double, milliseconds: UInt32,
        step: @escaping @MainActor (Double) -> Void, done: @escaping @MainActor () -> Void = {}
    ) {
        let box = Box<@MainActor (Double) -> Void>(step)
        let target = adw_callback_animation_target_new(runStep, box.retained(), releaseBox)
        // Never NULL, like every new object of GLib's.
        let animation = adw_timed_animation_new(widget.widget, from, to, milliseconds, target)
            .unsafelyUnwrapped
        let raw = OpaquePointer(animation)
        self.animation = ObjectRef(adopting: raw)
        adw_timed_animation_set_easing(raw, ADW_EASE_OUT_CUBIC)
        connect(raw, "done") { _ in done() }
        adw_animation_play(animation)
    }

    isolated deinit { adw_animation_pause(UnsafeMutablePointer(animation.raw)) }
}

/// Calls a function for each frame that the screen is about to show, as long as this is held.
final class FrameTicks {
    private let widget: ObjectRef
    private var id: UInt32 = 0

    /// - Parameter widget: the widget whose frame clock is used; retained.
    init(of widget: OpaquePointer, _ step: @escaping @MainActor () -> Void) {
        g_object_ref(widget.untyped)
        self.widget = ObjectRef(adopting: widget)
        let box = Box<@MainActor () -> Void>(step)
        id = gtk_widget_add_tick_callback(
            widget.widget,
            { _, _, pointer in
                let address = UInt(bitPattern: pointer)
                MainActor.assumeIsolated {
                    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
                    Box<@MainActor () -> Void>.borrow(pointer).value()
                }
                return 1
            }, box.retained(), releaseBox)
    }

    isolated deinit { gtk_widget_remove_tick_callback(widget.raw.widget, id) }
}

nonisolated private let runStep: @convention(c) (Double, UnsafeMutableRawPointer?) -> Void = {
    value, pointer in
    let address = UInt(bitPattern: pointer)
    MainActor.assumeIsolated {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
        Box<@MainActor (Double) -> Void>.borrow(pointer).value(value)
    }
}
