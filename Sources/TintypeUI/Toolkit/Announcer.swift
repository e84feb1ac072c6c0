internal import CGtk
internal import CShims

/// Tells people who hear the screen what happened without their doing.
///
/// GTK can say any words from 4.14 on. Before, a screen reader speaks of nothing but what the focus moves to and of
/// names that change on it; so the window also moves the focus to what can be done now, which is right for everybody
/// who uses the keyboard.
enum Announcer {
    static func say(_ words: String, from widget: OpaquePointer) { _ = tt_announce(widget.untyped, words) }
}
