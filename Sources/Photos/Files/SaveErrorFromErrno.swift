// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform

extension SaveError {
    /// Translates a failed system call into what a view can say; keeps the errno.
    init(_ fault: SystemFault, path: String) {
        self.init(Self.code(fault.cause), underlying: fault.cause.rawValue, path: path)
    }

    /// Runs `body`; its fault becomes an error about `path`.
    static func reporting<Value: ~Copyable>(
        _ path: String, _ body: () throws(SystemFault) -> Value
    ) throws(SaveError) -> Value {
        do throws(SystemFault) {
            return try body()
        } catch {
            throw SaveError(error, path: path)
        }
    }

    private static func code(_ cause: Errno) -> Code {
        switch cause {
        case .noSpace, .diskQuotaExceeded: .diskFull
        case .readOnlyFileSystem: .readOnly
        case .accessDenied, .notPermitted: .notPermitted
        case .noEntry: .folderMissing
        case .notDirectory, .tooManySymbolicLinks: .notAFolder
        case .illegalByteSequence: .unreadableName
        case .fileTooLarge: .tooLarge
        default: .failed
        }
    }
}
