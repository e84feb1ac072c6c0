// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Why a system call failed: the C `errno`, kept as it was.
///
/// `EAGAIN` and `EWOULDBLOCK` are one number here, and so are `EOPNOTSUPP` and `ENOTSUP`.
public struct Errno: RawRepresentable, Error, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The calling thread's errno.
    public static var current: Errno { Errno(rawValue: errno) }

    /// Nothing available now; try again later.
    public static let wouldBlock = Errno(rawValue: EAGAIN)
    public static let busy = Errno(rawValue: EBUSY)
    public static let interrupted = Errno(rawValue: EINTR)
    /// Also the end of every enumeration.
    public static let invalidArgument = Errno(rawValue: EINVAL)
    public static let noMemory = Errno(rawValue: ENOMEM)
    public static let inputOutput = Errno(rawValue: EIO)
    public static let noDevice = Errno(rawValue: ENODEV)
    public static let noEntry = Errno(rawValue: ENOENT)
    /// USB bandwidth is used up.
    public static let noSpace = Errno(rawValue: ENOSPC)
    /// The driver does not know the request.
    public static let unknownRequest = Errno(rawValue: ENOTTY)
    public static let noAddress = Errno(rawValue: ENXIO)
    public static let accessDenied = Errno(rawValue: EACCES)
    public static let notPermitted = Errno(rawValue: EPERM)
    public static let outOfRange = Errno(rawValue: ERANGE)
    /// A USB control request that the camera stalled.
    public static let brokenPipe = Errno(rawValue: EPIPE)
    public static let timedOut = Errno(rawValue: ETIMEDOUT)
    public static let fileExists = Errno(rawValue: EEXIST)
    public static let isDirectory = Errno(rawValue: EISDIR)
    public static let notDirectory = Errno(rawValue: ENOTDIR)
    public static let tooManySymbolicLinks = Errno(rawValue: ELOOP)
    public static let illegalByteSequence = Errno(rawValue: EILSEQ)
    public static let fileNameTooLong = Errno(rawValue: ENAMETOOLONG)
    public static let fileTooLarge = Errno(rawValue: EFBIG)
    public static let noFunction = Errno(rawValue: ENOSYS)
    public static let notSupported = Errno(rawValue: EOPNOTSUPP)
    public static let readOnlyFileSystem = Errno(rawValue: EROFS)
    public static let staleHandle = Errno(rawValue: ESTALE)
    public static let diskQuotaExceeded = Errno(rawValue: EDQUOT)

    /// Whether the device itself is gone.
    public var meansGone: Bool { self == .noDevice || self == .noAddress || self == .noEntry }
}
