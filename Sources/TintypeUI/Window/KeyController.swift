internal import CGtk
internal import GLibBridge

/// The window's keys: Space and Return take a photo wherever they mean nothing else, for buttons and menus get them
/// first; then the keys of focus, zoom and assistants.
final class KeyController {
    /// Whether the keyboard is on the picture or on the shutter, where arrows move the point of interest.
    var isOnPicture: () -> Bool = { false }

    private let shooting: ShootingController
    private let focus: FocusController
    private let zoom: ZoomControl
    private let assistants: Assistants
    /// Keys that are down and have taken a photo: the keyboard repeats a key that is held.
    private var down: Set<UInt32> = []

    init(
        window: OpaquePointer, _ shooting: ShootingController, _ focus: FocusController, _ zoom: ZoomControl,
        _ assistants: Assistants
    ) {
        (self.shooting, self.focus, self.zoom, self.assistants) = (shooting, focus, zoom, assistants)
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { [weak self] call in
            call.answer(self?.pressed(call.uint(0), modifiers: call.flags(2)) ?? false)
        }
        connect(keys, "key-released") { [weak self] call in self?.released(call.uint(0)) }
        gtk_widget_add_controller(window.widget, keys)
        let arrows = gtk_event_controller_key_new().unsafelyUnwrapped
        // Before GTK takes them to move the keyboard.
        gtk_event_controller_set_propagation_phase(arrows, GTK_PHASE_CAPTURE)
        connect(arrows, "key-pressed") { [weak self] call in
            guard let self, self.isOnPicture() else { return call.answer(false) }
            call.answer(self.focus.arrowPressed(call.uint(0), modifiers: call.flags(2)))
        }
        gtk_widget_add_controller(window.widget, arrows)
    }

    /// - Returns: whether the key was used.
    private func pressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        if key == UInt32(GDK_KEY_Escape) { return shooting.cancelTimer() || focus.cancel() }
        if focus.keyPressed(key, modifiers: modifiers) { return true }
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & chords == 0 else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter: shutterPressed(key, modifiers)
        case GDK_KEY_z: zoom.stepIn()
        case GDK_KEY_Z: zoom.stepOut()
        default: return assistants.keyPressed(key)
        }
        return true
    }

    private func shutterPressed(_ key: UInt32, _ modifiers: UInt32) {
        guard down.insert(key).inserted else { return }
        if modifiers & GDK_SHIFT_MASK.rawValue != 0 { shooting.startBurst() } else { shooting.press() }
    }

    private func released(_ key: UInt32) {
        if down.remove(key) != nil { shooting.endBurst() }
    }
}
