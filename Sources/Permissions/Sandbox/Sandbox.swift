internal import Glibc

/// Whether this program runs in a sandbox that gives it its cameras.
public enum Sandbox {
    /// Flatpak puts this file into each of its sandboxes, and no program in one can take it away.
    public static let flatpakInfo = "/.flatpak-info"

    public static func isFlatpak(info path: String = flatpakInfo) -> Bool { access(path, F_OK) == 0 }
}
