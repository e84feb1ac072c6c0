internal import CGtk
internal import CShims

/// Announces events to screen reader users.
///
/// GTK can announce any words from 4.14 on. Before, a screen reader reads only the focus and changing names, so the
/// window also moves the focus to the remedy, which suits every keyboard user.
enum Announcer {
    static func say(_ words: String, from widget: OpaquePointer) { _ = tt_announce(widget.untyped, words) }
}

/// Whether the desktop wants animations.
enum Motion {
    static var isWanted: Bool {
        tt_get_boolean(UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-enable-animations") != 0
    }
}
