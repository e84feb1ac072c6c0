import CaptureCore
import Glibc

extension SaveError {
    /// Says of a failed system call what a view can say; keeps the errno.
    init(_ fault: SystemFault, path: String) {
        self.init(Self.code(fault.number), underlying: fault.number, path: path)
    }

    private static func code(_ number: Int32) -> Code {
        switch number {
        case ENOSPC, EDQUOT: .diskFull
        case EROFS: .readOnly
        case EACCES, EPERM: .notPermitted
        case ENOTDIR: .notAFolder
        default: .failed
        }
    }
}
