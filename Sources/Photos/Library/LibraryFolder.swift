public import CaptureCore
internal import Glibc
public import Permissions

/// Opens the folders that photos go to, for the permission's grant.
public enum LibraryFolder {
    /// - Returns: the open folder, which is the caller's to close.
    /// - Throws: `SaveError` with the errno. Blocks; thread-safe.
    public static func open(_ place: LibraryPlace) throws(SaveError) -> Int32 {
        switch place {
        case .camera: try Folder.openOrMake(place.folder).share()
        case .unreadable: throw SaveError(.unreadableName, underlying: EILSEQ, path: place.folder)
        case .chosen: try Folder.openItself(place.folder).share()
        }
    }
}
