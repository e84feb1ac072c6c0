// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Permissions
import Platform

/// The place of a file that the person named: in an open folder, free or taken by a file that may be replaced.
struct NamedFile: ~Copyable {
    let folder: PermittedFolder
    let name: String
    /// The file that is there; nil if the name is free.
    let old: FileStatus?

    /// Finds what is at a path. Links are followed, as in other programs.
    ///
    /// - Parameter path: absolute.
    /// - Throws: `.notAFile` for a folder, a device, a FIFO and a link to nowhere: these are never replaced.
    static func find(_ path: String, _ grant: SavingGrant) throws(SaveError) -> NamedFile {
        let place = try find(path, grant, isReal: false)
        guard place.old?.kind == .link else { return place }
        let real = try SaveError.reporting(path) { () throws(SystemFault) in
            let file = Descriptor(owning: try system_openPath(path))
            return try system_path(of: file.number)
        }
        return try find(real, grant, isReal: true)
    }

    private static func find(
        _ path: String, _ grant: SavingGrant, isReal: Bool
    ) throws(SaveError) -> NamedFile {
        let folder = try PermittedFolder.open(Folder.parent(of: path), grant, about: path)
        let name = Folder.lastName(of: path)
        let old = try SaveError.reporting(path) { () throws(SystemFault) in
            try folder.folder.status(of: name)
        }
        switch old?.kind {
        case nil, .file: break
        case .link where !isReal: break
        case .folder: throw SaveError(.notAFile, underlying: EISDIR, path: path)
        case .link, .other: throw SaveError(.notAFile, underlying: EEXIST, path: path)
        }
        return NamedFile(folder: folder, name: name, old: old)
    }

    /// The absolute path of a file.
    ///
    /// - Throws: the fault of asking for the working folder.
    static func absolute(_ path: String) throws(SaveError) -> String {
        if path.hasPrefix("/") { return path }
        return try SaveError.reporting(path) { () throws(SystemFault) in
            try system_workingFolder() + "/" + path
        }
    }
}
