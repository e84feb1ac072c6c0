// SPDX-License-Identifier: GPL-3.0-or-later
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
        case .chosen: try Folder.open(place.folder, followsLinks: false).share()
        }
    }
}

/// A folder that photos may be put into, held open. Only a grant that holds opens one, so no photo is written without.
/// Thread-bound.
struct PermittedFolder: ~Copyable {
    let folder: Folder

    private init(_ folder: consuming Folder) { self.folder = folder }

    /// The photo library's.
    static func open(_ grant: LibraryGrant) throws(SaveError) -> PermittedFolder {
        guard grant.isValid else { throw SaveError(.notAllowed, path: grant.folder) }
        let folder = Descriptor(owning: try grant.open())
        return PermittedFolder(try Folder.reopening(folder.number, path: grant.folder))
    }

    /// One that the person chose, for all photos or for the file at `path`.
    static func open(
        _ folder: String, _ grant: SavingGrant, about path: String? = nil
    ) throws(SaveError) -> PermittedFolder {
        guard grant.isValid else { throw SaveError(.restricted, path: path ?? folder) }
        return PermittedFolder(try Folder.open(folder))
    }
}
