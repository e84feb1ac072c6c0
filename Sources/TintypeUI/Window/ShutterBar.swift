internal import CGtk
internal import GLibBridge

/// The bar below the viewfinder: the last photo on the left, the shutter in the middle, the self-timer
/// on the right.
final class ShutterBar {
    let widget: ObjectRef
    let shutter: ShutterButton
    let timer: TimerMenu

    /// - Parameters:
    ///   - actions: the window, whose actions the menus call.
    init(lastPhoto: ThumbnailButton, actions: OpaquePointer, preferences: Preferences) {
        shutter = ShutterButton()
        weak var menu: TimerMenu?
        timer = TimerMenu(actions: actions, seconds: preferences.selfTimer) { seconds in
            preferences.selfTimer = seconds
            menu?.show(seconds)
        }
        menu = timer
        let bar = OpaquePointer(gtk_center_box_new())
        widget = ObjectRef(sinking: bar)
        Widgets.setMargins(bar, horizontal: 24, vertical: 12)
        gtk_center_box_set_start_widget(bar, lastPhoto.widget.raw.widget)
        gtk_center_box_set_center_widget(bar, shutter.widget.raw.widget)
        gtk_center_box_set_end_widget(bar, timer.widget.raw.widget)
    }
}
