internal import CGtk

/// The person's folders, as XDG and GLib know them. Thread-safe.
public enum UserFolders {
    /// XDG's Pictures folder; nil where it is not set or is the home folder itself, which XDG uses for "none".
    public static var pictures: String? {
        guard let path = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES) else { return nil }
        let pictures = String(cString: path)
        return pictures == home ? nil : pictures
    }

    public static var home: String? { g_get_home_dir().map { String(cString: $0) } }
}
