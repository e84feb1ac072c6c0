// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The zoom: pinch, Ctrl with the wheel, and a button over the picture for each factor that the camera offers.
final class ZoomControl {
    /// The buttons.
    let widget: ObjectRef
    /// Called with the new zoom.
    var onChange: (Double) -> Void = { _ in }
    private(set) var zoom = 1.0
    /// The buttons' factors, ascending from 1.
    var offered: [Double] = [] { didSet { if offered != oldValue { makeButtons() } } }

    private var buttons: [OpaquePointer] = []
    private var zoomAtPinch = 1.0
    /// Owned by the window, which outlives this.
    private let viewfinder: OpaquePointer
    /// Says the zoom once the keys rest.
    private var announcing: MainTimer?

    /// - Parameter viewfinder: receives the gestures.
    init(on viewfinder: OpaquePointer) {
        self.viewfinder = viewfinder
        let row = Widgets.stillRow(spacing: 0, classes: ["zoom-buttons", "numeric"], [])
        widget = ObjectRef(sinking: row)
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

    // MARK: Keys

    func stepIn() { key(ZoomScale.stop(after: zoom)) }

    func stepOut() { key(ZoomScale.stop(before: zoom)) }

    func reset() { key(1) }

    private func key(_ wanted: Double) {
        set(wanted)
        announcing = .once(after: 400) { [weak self] in
            guard let self else { return }
            // Translators: spoken, as “Zoom 2×”.
            Announcer.say(tr("Zoom %s").filling("%s", with: Self.text(self.zoom)), from: self.viewfinder)
        }
    }

    // MARK: Buttons

    /// Keeps buttons whose factor stays: the camera's range is known late, when a finger may be on one.
    private func makeButtons() {
        while buttons.count > offered.count { gtk_box_remove(widget.raw.box, buttons.removeLast().widget) }
        for index in buttons.count..<offered.count {
            let button = Widgets.button("", classes: ["zoom-button"]) { [weak self] in self?.pressed(index) }
            gtk_box_append(widget.raw.box, button.widget)
            buttons.append(button)
        }
        show()
    }

    /// A press on the present zoom's button goes from 1 to 2, and from any other zoom back to 1.
    private func pressed(_ index: Int) {
        set(index != present ? offered[index] : zoom > 1 ? 1 : 2)
    }

    private var present: Int { offered.lastIndex { $0 <= zoom + 0.01 } ?? 0 }

    private func show() {
        for (index, button) in buttons.enumerated() {
            let isPresent = index == present
            let factor = Self.words(isPresent ? zoom : offered[index])
            let text = Self.text(isPresent ? zoom : offered[index])
            gtk_button_set_label(button.button, isPresent ? text : factor)
            Widgets.setClass("present", of: button, isPresent)
            let name =
                !isPresent
                ? tr("Zoom to %s")
                : zoom > 1 ? tr("Zoom %s, back to all") : tr("Zoom %s, come nearer")
            Widgets.name(button, name.filling("%s", with: text))
        }
    }

    private static func text(_ factor: Double) -> String { tr("%s×").filling("%s", with: words(factor)) }

    private static func words(_ factor: Double) -> String {
        DecimalText.short(tenths: Int64((factor * 10).rounded()))
    }

    // MARK: Gestures

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
        // Handled before other uses of the wheel.
        gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
        // What two fingers move is too little to leave 1 by one event.
        var notches = 0.0
        connect(wheel, "scroll") { [weak self] call in
            let state = gtk_event_controller_get_current_event_state(wheel)
            guard let self, state.rawValue & GDK_CONTROL_MASK.rawValue != 0 else { return call.answer(false) }
            let turn = -Notches.count(call.double(1), wheel)
            notches = notches * turn < 0 ? turn : notches + turn
            let wanted = ZoomScale.turned(self.zoom, by: notches)
            if wanted != self.zoom {
                notches = 0
                self.set(wanted)
            }
            call.answer(true)
        }
        gtk_widget_add_controller(viewfinder.widget, wheel)
    }
}
