internal import CGtk
internal import GLibBridge

/// The round button "Take Photo".
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

    /// Whether a press stops the self-timer.
    var isStop = false {
        didSet {
            guard isStop != oldValue else { return }
            Widgets.name(widget.raw, isStop ? tr("Stop") : tr("Take Photo"))
            let widget = widget.raw.widget
            isStop ? gtk_widget_add_css_class(widget, "stop") : gtk_widget_remove_css_class(widget, "stop")
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
        // The click that ends a hold, before or after the button comes up, is no press; nor is the late echo of a key.
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
