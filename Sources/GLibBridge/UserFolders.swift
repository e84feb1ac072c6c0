internal import CGtk

/// The person's folders, as XDG and GLib know them. Thread-safe.
public enum UserFolders {
    /// XDG's Pictures folder; nil where it is not set or is the home folder itself, which XDG uses for "none".
    public static var pictures: String? {
        guard let path = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES) else { return nil }
        let pictures = String(cString: path)
        return pictures == home ? nil : pictures
    }

    /// Where programs keep what shall outlive them but is no document: `$XDG_STATE_HOME` or `~/.local/state`.
    public static var state: String {
        // GLib always gives one, if need be in the folder of the user that the system knows (g_build_home_dir).
        g_get_user_state_dir().map { String(cString: $0) } ?? "/var/tmp"
    }

    public static var home: String? { g_get_home_dir().map { String(cString: $0) } }
}
