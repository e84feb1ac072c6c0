// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How a photo gets its name without ever replacing another file.
enum PublishingWay: CaseIterable {
    /// A file without a name is linked into the folder: after a crash there is nothing to clean up.
    case unnamed
    /// A hidden file is linked under its new name; for file systems without unnamed files (9p, some FUSE).
    case linked
    /// An empty file reserves the name, and the hidden file is moved over it; for file systems without links (FAT).
    case renamed

    /// The kernel's ENOTSUPP, which NFS lets through and no header for programs has.
    private static let notSupportedByServer: Int32 = 524

    /// Whether an errno says that the file system, or a machine without /proc, does not know this way at all.
    func isUnknown(after number: Int32?) -> Bool {
        switch (self, number) {
        // open(2), O_TMPFILE: EOPNOTSUPP, and EISDIR and ENOENT from systems that don't know the flag.
        case (.unnamed, EOPNOTSUPP), (.unnamed, EISDIR), (.unnamed, ENOENT), (.unnamed, EINVAL),
            (.unnamed, EXDEV):
            true
        // link(2): EPERM means that the file system has no links; servers that share such a disk say something else. In a
        // folder that has just got the hidden file, none of it is about rights.
        case (.linked, EPERM), (.linked, EOPNOTSUPP), (.linked, ENOSYS), (.linked, EXDEV), (.unnamed, EPERM),
            (.linked, EACCES), (.linked, EIO), (.linked, EINVAL), (.linked, Self.notSupportedByServer):
            true
        case (_, _):
            false
        }
    }
}
