internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The zoom: pinch, Ctrl with the wheel, and a button over the picture that shows the factor and changes it.
final class ZoomControl {
    let widget: ObjectRef
    /// Called with the new zoom.
    var onChange: (Double) -> Void = { _ in }
    private(set) var zoom = 1.0
    /// Whether the button is there also while nothing is zoomed.
    var isAlwaysShown = false { didSet { if isAlwaysShown != oldValue { show() } } }

    private var zoomAtPinch = 1.0

    /// - Parameter viewfinder: receives the gestures.
    init(on viewfinder: OpaquePointer) {
        let button = OpaquePointer(gtk_button_new_with_label(""))
        widget = ObjectRef(sinking: button)
        Widgets.addClasses(["zoom-button", "numeric"], to: button)
        gtk_widget_set_halign(button.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_END)
        show()
        connect(button, "clicked") { [weak self] _ in
            if let self { self.set(self.zoom > 1 ? 1 : 2) }
        }
        addPinch(to: viewfinder)
        addWheel(to: viewfinder)
    }

    func set(_ wanted: Double) {
        let limited = ZoomScale.limited(wanted)
        guard limited != zoom else { return }
        zoom = limited
        show()
        onChange(limited)
    }

    /// Places the button above what lies below it: logical pixels from the viewfinder's lower edge.
    func place(above distance: Int32) {
        guard gtk_widget_get_margin_bottom(widget.raw.widget) != distance else { return }
        gtk_widget_set_margin_bottom(widget.raw.widget, distance)
    }

    func stepIn() { set(ZoomScale.stop(after: zoom)) }

    func stepOut() { set(ZoomScale.stop(before: zoom)) }

    private func show() {
        let tenths = Int((zoom * 10).rounded())
        let text = tr("%s×").filling(
            "%s", with: tenths % 10 == 0 ? "\(tenths / 10)" : DecimalText.tenths(Int64(tenths)))
        gtk_button_set_label(widget.raw.button, text)
        let name = zoom > 1 ? tr("Zoom %s, back to all") : tr("Zoom %s, come nearer")
        Widgets.name(widget.raw, name.filling("%s", with: text))
        Widgets.setVisible(widget.raw, zoom > 1 || isAlwaysShown)
    }

    private func addPinch(to viewfinder: OpaquePointer) {
        let pinch = gtk_gesture_zoom_new().unsafelyUnwrapped
        connect(pinch, "begin") { [weak self] _ in self?.zoomAtPinch = self?.zoom ?? 1 }
        connect(pinch, "scale-changed") { [weak self] call in
            guard let self else { return }
            self.set(self.zoomAtPinch * call.double(0))
        }
        gtk_widget_add_controller(viewfinder.widget, pinch)
    }

    private func addWheel(to viewfinder: OpaquePointer) {
        let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL).unsafelyUnwrapped
        // Before other uses of the wheel.
        gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
        connect(wheel, "scroll") { [weak self] call in
            let state = gtk_event_controller_get_current_event_state(wheel)
            guard let self, state.rawValue & GDK_CONTROL_MASK.rawValue != 0 else { return call.answer(false) }
            self.set(ZoomScale.turned(self.zoom, by: -call.double(1)))
            call.answer(true)
        }
        gtk_widget_add_controller(viewfinder.widget, wheel)
    }
}
