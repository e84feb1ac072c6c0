internal import CGtk
internal import GLibBridge

/// Focus by keyboard: F in the middle, the arrows move the point, L locks, + and − set exposure.
struct FocusKeys {
    /// A third of a stop, as cameras have it.
    private static let exposureStep = 1.0 / 3

    let focus: FocusController

    /// A key that no widget wanted.
    ///
    /// - Returns: whether it meant something.
    func pressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & chords == 0 else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_f, GDK_KEY_F: focus.focus(on: .center)
        case GDK_KEY_l, GDK_KEY_L: focus.lock()
        case GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal: focus.changeExposure(by: Self.exposureStep)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: focus.changeExposure(by: -Self.exposureStep)
        default: return false
        }
        return true
    }

    /// An arrow key, before GTK moves the keyboard with it: only where that is on the picture or on the shutter.
    ///
    /// - Returns: whether it meant something.
    func arrowPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & chords == 0 else { return false }
        let isFine = modifiers & GDK_SHIFT_MASK.rawValue != 0
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left: focus.move(x: -1, y: 0, isFine: isFine)
        case GDK_KEY_Right: focus.move(x: 1, y: 0, isFine: isFine)
        case GDK_KEY_Up: focus.move(x: 0, y: -1, isFine: isFine)
        case GDK_KEY_Down: focus.move(x: 0, y: 1, isFine: isFine)
        default: return false
        }
        return true
    }
}
