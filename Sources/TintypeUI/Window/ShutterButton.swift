// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The round button "Take Photo", in Video mode "Record Video".
///
/// The photo is of the moment the button goes down: `onDown`; `onPress` follows when the press counts. Held down it
/// becomes a burst: `onHold`, then `onRelease` instead of `onPress`.
final class ShutterButton {
    /// Milliseconds after which a press is a hold.
    private static let holdAfter: UInt32 = 400

    let widget: ObjectRef
    var onDown: () -> Void = {}
    var onPress: () -> Void = {}
    var onHold: () -> Void = {}
    var onRelease: () -> Void = {}

    private var holdTimer: MainTimer?
    private var isDown = false
    private var isHeld = false
    /// Whether the coming click was begun with a pointer.
    private var isPointerClick = false

    init() {
        let button = OpaquePointer(gtk_button_new())
        widget = ObjectRef(sinking: button)
        Widgets.addClasses(["shutter-button"], to: button)
        Widgets.name(button, tr("Take Photo"))
        Announcer.describe(button, "")
        Widgets.center(button)
        // The button's own idea of being down covers mouse, touch, pen and keyboard alike.
        connect(button, "state-flags-changed") { [weak self] _ in self?.stateChanged() }
        connect(button, "clicked") { [weak self] _ in self?.clicked() }
        // Keys and assistive technology: GTK reports the click a quarter of a second later.
        connect(button, "activate") { [weak self] _ in self?.activated() }
    }

    var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget.raw.widget) != 0 }
        set { gtk_widget_set_sensitive(widget.raw.widget, newValue ? 1 : 0) }
    }

    /// The function of a press.
    enum Look {
        case photo, record, stopRecording

        /// The classes in style.css.
        fileprivate var classes: [String] {
            switch self {
            case .photo: []
            case .record: ["record"]
            case .stopRecording: ["record", "stop"]
            }
        }
    }

    var look = Look.photo { didSet { if look != oldValue { show() } } }

    /// Whether a press stops the self-timer.
    var isStop = false { didSet { if isStop != oldValue { show() } } }

    private func show() {
        let widget = widget.raw
        for name in ["record", "stop"] { gtk_widget_remove_css_class(widget.widget, name) }
        let classes = isStop ? ["stop"] : look.classes
        Widgets.addClasses(classes, to: widget)
        // A round button can't draw a square of its own.
        if classes.contains("stop") {
            gtk_button_set_icon_name(widget.button, "media-playback-stop-symbolic")
        } else {
            gtk_button_set_child(widget.button, nil)
        }
        if isStop { return Widgets.name(widget, tr("Stop")) }
        switch look {
        case .photo: Widgets.name(widget, tr("Take Photo"))
        case .record: Widgets.name(widget, tr("Record Video"))
        case .stopRecording: Widgets.name(widget, tr("Stop Recording"))
        }
    }

    private func stateChanged() {
        let flags = gtk_widget_get_state_flags(widget.raw.widget)
        let isNowDown = flags.rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0
        guard isNowDown != isDown else { return }
        isDown = isNowDown
        isNowDown ? down() : up()
    }

    private func down() {
        isHeld = false
        isPointerClick = true
        onDown()
        holdTimer = .once(after: Self.holdAfter) { [weak self] in self?.hold() }
    }

    private func hold() {
        guard isDown, isEnabled else { return }
        isHeld = true
        onHold()
    }

    private func up() {
        holdTimer = nil
        if isHeld { onRelease() }
    }

    private func clicked() {
        // Ignores the click that ends a hold, before or after the button comes up, and the late click of a key.
        guard isPointerClick, !isHeld else { return }
        isPointerClick = false
        onPress()
    }

    private func activated() {
        isPointerClick = false
        onDown()
        onPress()
    }
}
