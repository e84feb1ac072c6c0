internal import GLibBridge

/// Finds the person's photo library, and is the only maker of `LibraryGrant`.
public enum PhotoLibraryPermissionManager {
    /// The library is XDG's Pictures folder, or `~/Pictures` where XDG names none.
    ///
    /// - Returns: nil only where there is not even a home folder. Thread-safe; reads no folder.
    public static func currentGrant() -> LibraryGrant? {
        if let pictures = UserFolders.pictures { return LibraryGrant(library: pictures) }
        return UserFolders.home.map { LibraryGrant(library: $0 + "/Pictures") }
    }
}
