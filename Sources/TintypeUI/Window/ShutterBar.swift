internal import CGtk
internal import GLibBridge

/// The deck below the picture, symmetric around the shutter: the last photo at its start, the camera switch at its end,
/// the self-timer at the shutter's side.
final class ShutterBar {
    /// Logical pixels from one end of what is around the shutter to the other, where there is room.
    private static let reach: Int32 = 328
    private static let margin: Int32 = 24

    let widget: ObjectRef
    let shutter: ShutterButton
    let timer: TimerMenu
    let cameras: CameraMenu

    /// - Parameters:
    ///   - actions: the window, whose actions the menus call.
    init(lastPhoto: ThumbnailButton, actions: OpaquePointer, preferences: Preferences) {
        shutter = ShutterButton()
        cameras = CameraMenu(actions: actions)
        weak var menu: TimerMenu?
        timer = TimerMenu(actions: actions, seconds: preferences.selfTimer) { seconds in
            preferences.selfTimer = seconds
            menu?.show(seconds)
        }
        menu = timer
        let middle = OpaquePointer(gtk_center_box_new())
        gtk_center_box_set_center_widget(middle, shutter.widget.raw.widget)
        gtk_center_box_set_end_widget(middle, timer.widget.raw.widget)
        let clamp = OpaquePointer(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp, Self.reach)
        adw_clamp_set_tightening_threshold(clamp, Self.reach)
        adw_clamp_set_child(clamp, middle.widget)
        // What lies at the ends keeps its room in a narrow window.
        Widgets.setMargins(clamp, horizontal: 56 + 8, vertical: 0)
        let deck = OpaquePointer(gtk_overlay_new())
        widget = ObjectRef(sinking: deck)
        Widgets.setMargins(deck, horizontal: Self.margin, vertical: Self.margin)
        gtk_overlay_set_child(deck, clamp.widget)
        for (end, alignment) in [
            (lastPhoto.widget.raw, GTK_ALIGN_START), (cameras.widget.raw, GTK_ALIGN_END),
        ] {
            gtk_widget_set_halign(end.widget, alignment)
            gtk_widget_set_valign(end.widget, GTK_ALIGN_CENTER)
            gtk_overlay_add_overlay(deck, end.widget)
        }
    }
}
