internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Focus by keyboard: F in the middle, the arrows move the point, L locks, + and − set exposure.
extension FocusController {
    /// A third of a stop, as cameras have it.
    private static var exposureStep: Double { 1.0 / 3 }

    /// A key that no widget used.
    ///
    /// - Returns: whether it was used.
    func keyPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & chords == 0 else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_f, GDK_KEY_F: focus(on: .center)
        case GDK_KEY_l, GDK_KEY_L: lock()
        case GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal: changeExposure(by: Self.exposureStep)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: changeExposure(by: -Self.exposureStep)
        default: return false
        }
        return true
    }

    /// An arrow key, before GTK moves the focus with it: only while that is on the picture or on the shutter.
    ///
    /// - Returns: whether it was used.
    func arrowPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & chords == 0 else { return false }
        let isFine = modifiers & GDK_SHIFT_MASK.rawValue != 0
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left: move(x: -1, y: 0, isFine: isFine)
        case GDK_KEY_Right: move(x: 1, y: 0, isFine: isFine)
        case GDK_KEY_Up: move(x: 0, y: -1, isFine: isFine)
        case GDK_KEY_Down: move(x: 0, y: 1, isFine: isFine)
        default: return false
        }
        return true
    }
}
