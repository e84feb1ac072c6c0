// SPDX-License-Identifier: GPL-3.0-or-later
/// Why a camera gives no picture: a code for the views, and the cause for the log.
public struct CameraError: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// Another program streams from it; its name if known.
        case busy(by: String?)
        /// Unplugged, or never there.
        case gone
        /// The node may not be opened by this user.
        case notAllowed
        /// The camera offers no format that Tintype can show.
        case unsupportedFormat
        /// The camera offers only H.264, or was asked for it, and no decoder is installed; Debian's `package` has
        /// one.
        case decoderMissing(package: String)
        /// It streams, but no frame arrives.
        case stalled
        /// A virtual camera into which no program writes pictures.
        case noSource
        /// The bus has no room for the mode.
        case noBandwidth
        case controlRefused
        /// Tintype has crashed each time it opened it of late, so it was not opened.
        case crashes
        /// Any other fault that the driver reported.
        case failed
    }

    public let code: Code
    /// The errno; nil if no system call failed.
    public let underlying: Int32?
    /// The step that failed, e.g. "VIDIOC_STREAMON"; for the log, never shown.
    public let step: String

    public init(_ code: Code, underlying: Int32? = nil, step: String = "") {
        self.code = code
        self.underlying = underlying
        self.step = step
    }
}

extension CameraError: CustomStringConvertible {
    public var description: String {
        let cause = underlying.map { ", errno \($0)" } ?? ""
        return "\(code) at \(step.isEmpty ? "?" : step)\(cause)"
    }
}
