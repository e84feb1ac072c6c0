// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Announces events to screen reader users.
///
/// GTK can announce any words from 4.14 on. Before, a screen reader reads only the focused widget, so the words become
/// its description for a moment, if it has none of its own to lose: see `describe`.
enum Announcer {
    /// Milliseconds.
    private static let time: UInt32 = 2_000

    /// The permanent descriptions of widgets whose description may be replaced for a moment.
    private static var lasting: [OpaquePointer: String] = [:]
    private static var end: MainTimer?

    static func say(_ words: String, from widget: OpaquePointer) {
        if tt_announce(widget.untyped, words) == 0 { describeFocus(of: widget, by: words) }
    }

    /// Announces what newer toolkits announce by themselves.
    static func sayForOlderToolkits(_ words: String, from widget: OpaquePointer) {
        if tt_can_announce() == 0 { describeFocus(of: widget, by: words) }
    }

    private static func describeFocus(of widget: OpaquePointer, by words: String) {
        guard let root = gtk_widget_get_root(widget.widget),
            let focus = gtk_window_get_focus(root.window).map({ OpaquePointer($0) }),
            let lasting = lasting[focus], lasting != words
        else { return }
        // Cleared first: the same words again would be no change.
        tt_set_accessible_description(focus.untyped, "")
        tt_set_accessible_description(focus.untyped, words)
        end = .once(after: time) {
            if let words = Self.lasting[focus] { tt_set_accessible_description(focus.untyped, words) }
        }
    }

    /// Describes a widget, whose description announcements may replace for a moment from now on.
    static func describe(_ widget: OpaquePointer, _ words: String) {
        if lasting.updateValue(words, forKey: widget) == nil {
            connect(widget, "destroy") { _ in lasting[widget] = nil }
        }
        tt_set_accessible_description(widget.untyped, words)
    }
}

/// Whether the desktop wants animations.
enum Motion {
    static var isWanted: Bool {
        tt_get_boolean(UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-enable-animations") != 0
    }
}
