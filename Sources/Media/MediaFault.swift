// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader

/// Why a video could not be written, repaired or read.
public struct MediaFault: Error, Equatable, Sendable {
    public enum Code: Equatable, Sendable {
        /// GStreamer itself is not installed.
        case libraryMissing
        /// A part of GStreamer is not installed; Debian's package has it.
        case elementMissing(package: String)
        /// Nothing decodes the pictures, which are of this coding; Debian's package has a decoder.
        case decoderMissing(coding: String, package: String)
        /// The file is whole, and holds only sound.
        case noPictures
        /// The disk, or the user's quota on it, is full.
        case noSpace
        /// The file system or a limit takes no larger file: 4 GiB on FAT.
        case fileTooLarge
        /// The disk could not be read or written.
        case inputOutput
        /// The file holds no video that can be read.
        case damaged
        /// A recording ended before anything of it was written.
        case nothingRecorded
        /// It took longer than it may.
        case timedOut
        case failed
    }

    public let code: Code
    /// What the library said; for the log, never shown.
    public let detail: String

    public init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}

extension MediaFault: CustomStringConvertible {
    public var description: String { detail.isEmpty ? "\(code)" : "\(code): \(detail)" }
}

extension MediaFault {
    init(_ fault: TtMediaFault, _ detail: String) {
        let code: Code =
            switch fault {
            case TT_MEDIA_NO_SPACE: .noSpace
            case TT_MEDIA_FILE_TOO_LARGE: .fileTooLarge
            case TT_MEDIA_INPUT_OUTPUT: .inputOutput
            case TT_MEDIA_NO_ELEMENT: .elementMissing(package: MediaLibrary.package(namedIn: detail))
            case TT_MEDIA_NO_DECODER:
                .decoderMissing(coding: "", package: VideoCoding.packageOfMost)
            case TT_MEDIA_DAMAGED: .damaged
            case TT_MEDIA_TIMED_OUT: .timedOut
            default: .failed
            }
        self.init(code, detail)
    }
}
