internal import CGtk
internal import CShims

/// Whether the desktop wants animations.
enum Motion {
    static var isWanted: Bool {
        tt_get_boolean(UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-enable-animations") != 0
    }
}
