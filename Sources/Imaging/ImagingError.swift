// SPDX-License-Identifier: GPL-3.0-or-later
/// Why an image could not be drawn or made into a file.
public struct ImagingError: Error, Equatable, Sendable {
    public enum Code: Equatable, Sendable {
        /// The frame's bytes are not a picture.
        case damaged
        /// A pixel format, or a kind of JPEG, that Tintype can't read.
        case unsupportedFormat
        /// The view has no size yet.
        case nothingToDraw
        /// Every picture of the pool is in use, or the machine has no memory left.
        case noMemory
        /// No decoder for the camera's format is installed.
        case decoderMissing
        /// No encoder for this kind of file is installed.
        case encoderMissing
        /// The encoder is there and failed.
        case encodingFailed
    }

    public let code: Code
    /// What the library said; for the log, never shown.
    public let detail: String

    init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }

    /// Whether the frame itself is at fault, so that trying again is of no use.
    public var isAboutTheFrame: Bool { code == .damaged || code == .unsupportedFormat }
}

extension ImagingError: CustomStringConvertible {
    public var description: String { detail.isEmpty ? "\(code)" : "\(code): \(detail)" }
}
