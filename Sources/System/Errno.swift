internal import Glibc

/// Why a system call failed: the C `errno`, kept as it was.
public struct Errno: RawRepresentable, Error, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The calling thread's errno.
    public static var current: Errno { Errno(rawValue: errno) }

    /// Nothing there now; ask again later. The corresponding C constant is `EAGAIN`, which is `EWOULDBLOCK` too.
    public static let wouldBlock = Errno(rawValue: EAGAIN)
    /// The corresponding C constant is `EBUSY`.
    public static let busy = Errno(rawValue: EBUSY)
    /// The corresponding C constant is `EINTR`.
    public static let interrupted = Errno(rawValue: EINTR)
    /// Also the end of every enumeration. The corresponding C constant is `EINVAL`.
    public static let invalidArgument = Errno(rawValue: EINVAL)
    /// The corresponding C constant is `ENOMEM`.
    public static let noMemory = Errno(rawValue: ENOMEM)
    /// The corresponding C constant is `EIO`.
    public static let inputOutput = Errno(rawValue: EIO)
    /// The corresponding C constant is `ENODEV`.
    public static let noDevice = Errno(rawValue: ENODEV)
    /// The corresponding C constant is `ENOENT`.
    public static let noEntry = Errno(rawValue: ENOENT)
    /// USB bandwidth is used up. The corresponding C constant is `ENOSPC`.
    public static let noSpace = Errno(rawValue: ENOSPC)
    /// The driver does not know the request. The corresponding C constant is `ENOTTY`.
    public static let unknownRequest = Errno(rawValue: ENOTTY)
    /// The corresponding C constant is `ENXIO`.
    public static let noAddress = Errno(rawValue: ENXIO)
    /// The corresponding C constant is `EACCES`.
    public static let accessDenied = Errno(rawValue: EACCES)
    /// The corresponding C constant is `EPERM`.
    public static let notPermitted = Errno(rawValue: EPERM)
    /// The corresponding C constant is `ERANGE`.
    public static let outOfRange = Errno(rawValue: ERANGE)
    /// A USB control request that the camera stalled. The corresponding C constant is `EPIPE`.
    public static let brokenPipe = Errno(rawValue: EPIPE)
    /// The corresponding C constant is `ETIMEDOUT`.
    public static let timedOut = Errno(rawValue: ETIMEDOUT)
    /// The corresponding C constant is `EEXIST`.
    public static let fileExists = Errno(rawValue: EEXIST)
    /// The corresponding C constant is `EISDIR`.
    public static let isDirectory = Errno(rawValue: EISDIR)
    /// The corresponding C constant is `ENOTDIR`.
    public static let notDirectory = Errno(rawValue: ENOTDIR)
    /// The corresponding C constant is `ELOOP`.
    public static let tooManySymbolicLinks = Errno(rawValue: ELOOP)
    /// The corresponding C constant is `EILSEQ`.
    public static let illegalByteSequence = Errno(rawValue: EILSEQ)
    /// The corresponding C constant is `ENAMETOOLONG`.
    public static let fileNameTooLong = Errno(rawValue: ENAMETOOLONG)
    /// The corresponding C constant is `EFBIG`.
    public static let fileTooLarge = Errno(rawValue: EFBIG)
    /// The corresponding C constant is `ENOSYS`.
    public static let noFunction = Errno(rawValue: ENOSYS)
    /// The corresponding C constant is `EOPNOTSUPP`, which is `ENOTSUP` too.
    public static let notSupported = Errno(rawValue: EOPNOTSUPP)
    /// The corresponding C constant is `EROFS`.
    public static let readOnlyFileSystem = Errno(rawValue: EROFS)
    /// The corresponding C constant is `EDQUOT`.
    public static let diskQuotaExceeded = Errno(rawValue: EDQUOT)

    /// Whether the device itself is gone.
    public var meansGone: Bool { self == .noDevice || self == .noAddress || self == .noEntry }
}
