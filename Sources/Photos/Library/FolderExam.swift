// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
public import Diagnosis
internal import Glibc
import Platform

/// Finds out for the diagnosis whether photos can go to a folder. Leaves nothing behind. Thread-safe; blocks as disks do.
public enum FolderExam {
    /// - Parameters:
    ///   - mayWrite: whether to try it with a file without a name; else the folder's rights have to do.
    ///   - isMade: whether a folder that is missing is made with the first photo.
    public static func examine(
        _ path: String, _ purpose: FolderFacts.Purpose, mayWrite: Bool, isMade: Bool
    ) -> FolderFacts {
        let place = isMade ? nearest(to: path) : path
        do throws(SaveError) {
            // The journal is not opened through a link either.
            let folder = try Folder.open(place, followsLinks: purpose != .journal || place != path)
            let free = try? system_freeBytes(folder.number)
            return FolderFacts(
                purpose: purpose, path: path,
                state: state(of: folder, mayWrite: mayWrite, isThere: place == path),
                free: free.map { Int64(clamping: $0) })
        } catch {
            return FolderFacts(
                purpose: purpose, path: path, state: .failed(error.code, errno: error.underlying), free: nil)
        }
    }

    /// The folder, or the first parent that exists.
    private static func nearest(to path: String) -> String {
        var place = path
        while !system_exists(place) {
            let parent = Folder.parent(of: place)
            guard !parent.isEmpty, parent != place else { return path }
            place = parent
        }
        return place
    }

    private static func state(
        of folder: borrowing Folder, mayWrite: Bool, isThere: Bool
    ) -> FolderFacts.State {
        do throws(SystemFault) {
            try system_checkWritable(folder.number)
            if mayWrite, isThere { try write(in: folder.number) }
            return isThere ? .writable : .toBeMade
        } catch {
            return .failed(SaveError(error, path: folder.path).code, errno: error.cause.rawValue)
        }
    }

    /// Writes one block, which is freed with the unnamed file.
    private static func write(in folder: Int32) throws(SystemFault) {
        let file: Descriptor
        do throws(SystemFault) { file = Descriptor(owning: try system_openUnnamed(in: folder)) } catch {
            // File systems without unnamed files: then the folder's rights have to do.
            if error.cause == .notSupported || error.cause == .isDirectory { return }
            throw error
        }
        try file.write(all: [UInt8](repeating: 0, count: 4096))
    }
}
