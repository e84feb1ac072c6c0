internal import Glibc

/// A photo in the trash, and the way back.
///
/// GIO does not say what a file is called in the trash. The receipt holds the file open, and brings back that very
/// file: found by its inode in the home trash, or else linked from the open descriptor.
final class TrashedPhoto {
    let path: String
    private let descriptor: Int32
    private var identity = stat()

    init(of path: String) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        fstat(descriptor, &identity)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Puts the photo back where it was; never over another file.
    ///
    /// - Returns: 0, or the errno.
    func restore() -> Int32 {
        guard descriptor >= 0 else { return ENOENT }
        if let place = placeInHomeTrash() {
            guard link(place.file, path) == 0 else { return errno }
            unlink(place.file)
            unlink(place.note)
            return 0
        }
        // A trash on another disk: the file is the same, its entry there stays.
        let handle = "/proc/self/fd/\(descriptor)"
        return linkat(AT_FDCWD, handle, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// The file and its note, as the XDG trash specification 1.0 names them.
    private func placeInHomeTrash() -> (file: String, note: String)? {
        let trash = Self.homeTrash
        guard let folder = opendir(trash + "/files") else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            guard entry.pointee.d_ino == identity.st_ino else { continue }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return (trash + "/files/" + name, trash + "/info/" + name + ".trashinfo")
        }
        return nil
    }

    private static var homeTrash: String {
        let data = getenv("XDG_DATA_HOME").map { String(cString: $0) } ?? ""
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        return (data.isEmpty ? home + "/.local/share" : data) + "/Trash"
    }
}
