internal import CaptureCore
public import Diagnosis
internal import Glibc
import System

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
            // Neither is the journal reached through a link.
            let folder = try Folder.open(place, isItself: purpose == .journal && place == path)
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

    /// The folder, or the first above it that is there.
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

    /// One block, which goes as the file is closed.
    private static func write(in folder: Int32) throws(SystemFault) {
        let file: Descriptor
        do throws(SystemFault) { file = Descriptor(owning: try system_openUnnamed(in: folder)) } catch {
            // File systems that know no files without a name; then the rights have to do.
            if error.cause == .notSupported || error.cause == .isDirectory { return }
            throw error
        }
        try file.write(all: [UInt8](repeating: 0, count: 4096))
    }
}
