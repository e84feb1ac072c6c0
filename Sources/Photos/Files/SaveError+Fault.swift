import CaptureCore
import Glibc

extension SaveError {
    /// Translates a failed system call into what a view can say; keeps the errno.
    init(_ fault: SystemFault, path: String) {
        self.init(Self.code(fault.number), underlying: fault.number, path: path)
    }

    /// Runs `body`; its fault becomes an error about `path`.
    static func reporting<Value>(
        _ path: String, _ body: () throws(SystemFault) -> Value
    ) throws(SaveError) -> Value {
        do throws(SystemFault) {
            return try body()
        } catch {
            throw SaveError(error, path: path)
        }
    }

    private static func code(_ number: Int32) -> Code {
        switch number {
        case ENOSPC, EDQUOT: .diskFull
        case EROFS: .readOnly
        case EACCES, EPERM: .notPermitted
        case ENOENT: .folderMissing
        case ENOTDIR, ELOOP: .notAFolder
        case EILSEQ: .unreadableName
        case EFBIG: .tooLarge
        default: .failed
        }
    }
}
