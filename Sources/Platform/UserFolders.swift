// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Glibc

/// A folder's path as the system gives it: bytes that need not be text.
public enum FolderPath: Equatable, Sendable {
    /// Absolute.
    case text(String)
    /// No valid UTF-8, so that nothing can be opened by it.
    ///
    /// - Parameter shown: for display only.
    case unreadable(shown: String)

    fileprivate init(_ bytes: UnsafePointer<CChar>) {
        self =
            String(validatingCString: bytes).map { .text($0) } ?? .unreadable(shown: String(cString: bytes))
    }
}

/// The person's folders, as XDG and GLib know them. Thread-safe.
public enum UserFolders {
    /// XDG's Pictures folder; nil if it is not set or is the home folder itself, which XDG uses for "none".
    public static var pictures: FolderPath? {
        guard let path = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES),
            strcmp(path, g_get_home_dir()) != 0
        else { return nil }
        return FolderPath(path)
    }

    /// XDG's Videos folder, or `~/Videos` if XDG names none; nil if there is not even a home folder.
    public static var videos: String? {
        if let path = text(g_get_user_special_dir(G_USER_DIRECTORY_VIDEOS)), path != home { return path }
        return home.map { $0 + "/Videos" }
    }

    /// The folder for program state that is not a document: `$XDG_STATE_HOME` or `~/.local/state`.
    ///
    /// As XDG requires, a relative path is ignored. nil if there is not even a home folder.
    public static var state: String? {
        if let path = text(g_get_user_state_dir()) { return path }
        return home.map { $0 + "/.local/state" }
    }

    /// The folder for caches: `$XDG_CACHE_HOME` or `~/.cache`, as `state`.
    public static var cache: String? { text(g_get_user_cache_dir()) ?? home.map { $0 + "/.cache" } }

    /// nil if it is not absolute, or no text.
    public static var home: String? { text(g_get_home_dir()) }

    /// Whether an open file is on the same disk as the home folder, which is not ejected while the person is logged in. Blocks.
    public static func isOnHomesDisk(_ descriptor: Int32) -> Bool {
        var (file, ofHome) = (stat(), stat())
        return fstat(descriptor, &file) == 0 && stat(home ?? "/", &ofHome) == 0
            && file.st_dev == ofHome.st_dev
    }

    private static func text(_ path: UnsafePointer<CChar>?) -> String? {
        guard let path = path.flatMap({ String(validatingCString: $0) }), path.hasPrefix("/") else {
            return nil
        }
        return path
    }
}

/// Names that identify the user, to be kept out of texts that others will read. Thread-safe.
public enum Identity {
    /// The account's name, the parts of the user's full name, and the host name.
    public static var words: [String] {
        let account = g_get_user_name().map { String(cString: $0) }
        // "Unknown" is GLib's word for an account without a name.
        let person = g_get_real_name().map { String(cString: $0) }.flatMap { $0 == "Unknown" ? nil : $0 }
        let computer = g_get_host_name().map { String(cString: $0) }
        let names = (person ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
        // Generic names identify no user.
        return ([account, computer].compactMap(\.self) + names).filter {
            !["root", "localhost"].contains($0)
        }
    }
}
