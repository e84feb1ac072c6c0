// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// What a key means in every layout of the keyboard.
enum Keys {
    /// The key of a "key-pressed". Where the layout's letter is not Latin, as in Cyrillic, it is what the same key types in
    /// another of the person's layouts: GTK finds its shortcuts in the same way (`gdk_key_event_matches`).
    static func pressed(_ call: SignalCall) -> UInt32 {
        let key = call.uint(0)
        guard gdk_keyval_to_unicode(key) >= firstOtherLetter else { return key }
        let level: Int32 = call.flags(2) & GDK_SHIFT_MASK.rawValue == 0 ? 0 : 1
        var places: UnsafeMutablePointer<GdkKeymapKey>?
        var keys: UnsafeMutablePointer<guint>?
        var count: Int32 = 0
        guard gdk_display_map_keycode(gdk_display_get_default(), call.uint(1), &places, &keys, &count) != 0,
            let places, let keys
        else { return key }
        defer {
            g_free(places)
            g_free(keys)
        }
        // Not what AltGr adds to a Latin layout, as in "€".
        let isOwn = (0..<Int(count)).contains {
            places[$0].level <= 1 && gdk_keyval_to_lower(keys[$0]) == gdk_keyval_to_lower(key)
        }
        let other = (0..<Int(count)).first { places[$0].level == level && (0x20...0x7e).contains(keys[$0]) }
        return isOwn ? other.map { keys[$0] } ?? key : key
    }

    /// In Unicode, where Greek begins; Latin letters with accents come before it.
    private static let firstOtherLetter: UInt32 = 0x370
}
