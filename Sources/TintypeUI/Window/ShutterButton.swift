internal import CGtk
internal import GLibBridge

/// The round button "Take Photo".
///
/// The photo is of the moment the button goes down: `onDown` says so; `onPress` follows when it was really meant.
final class ShutterButton {
    let widget: ObjectRef
    var onDown: () -> Void = {}
    var onPress: () -> Void = {}

    init() {
        let button = OpaquePointer(gtk_button_new())
        widget = ObjectRef(sinking: button)
        Widgets.addClasses(["shutter-button"], to: button)
        Widgets.name(button, tr("Take Photo"))
        Widgets.center(button)
        let press = gtk_gesture_click_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(press, GTK_PHASE_CAPTURE)
        connect(press, "pressed") { [weak self] _ in self?.onDown() }
        gtk_widget_add_controller(button.widget, press)
        connect(button, "clicked") { [weak self] _ in self?.onPress() }
    }

    var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget.raw.widget) != 0 }
        set { gtk_widget_set_sensitive(widget.raw.widget, newValue ? 1 : 0) }
    }
}
