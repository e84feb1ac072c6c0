// SPDX-License-Identifier: GPL-3.0-or-later
/// A file in the photo library's folder, as the folder's listing has it: nothing of its content has been read.
public struct LibraryEntry: Hashable, Sendable {
    /// Absolute.
    public let path: String
    /// When it was last changed, in nanoseconds since 1970. Another value means other content.
    public let modified: Int64
    public let byteCount: Int
    /// When the photo was taken, in milliseconds since 1970 of the local calendar: from its name if that is one of
    /// Tintype's (`PhotoName`), otherwise when it was last changed. "Newest first" refers to this.
    public let taken: Int64

    public init(path: String, modified: Int64, byteCount: Int, taken: Int64) {
        self.path = path
        self.modified = modified
        self.byteCount = byteCount
        self.taken = taken
    }

    /// Whether it is a video, by its name.
    public var isVideo: Bool { VideoName.isOne(path) }

    /// Without the folders.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The names of videos, those of other programs and cameras included; `VideoFormat` has those that are recorded.
public enum VideoName {
    /// In lower case, without the dot.
    public static let extensions: Set<String> = ["mp4", "m4v", "mov", "3gp", "mkv", "webm"]

    /// - Parameter path: or a name alone.
    public static func isOne(_ path: String) -> Bool {
        path.lastIndex(of: ".").map { extensions.contains(path[$0...].dropFirst().lowercased()) } ?? false
    }
}

/// The contents of the photo library's folder.
public struct LibraryListing: Equatable, Sendable {
    /// Newest first; files of the same moment by name, in descending order.
    public var entries: [LibraryEntry]
    /// Why the folder can't be read; `entries` is empty then.
    public var fault: PhotoFault?

    public init(entries: [LibraryEntry] = [], fault: PhotoFault? = nil) {
        self.entries = entries
        self.fault = fault
    }
}

/// Why a photo, or the folder, can't be shown.
public enum PhotoFault: Error, Hashable, Sendable {
    /// The person does not allow the library.
    case notAllowed
    /// The file or folder is not there.
    case missing
    /// The file has no bytes.
    case empty
    /// Not an image that can be decoded.
    case damaged
    /// More pixels than there is memory for.
    case tooLarge(PixelSize)
    /// Nothing that is known as an image or a video.
    case unknownKind
    /// A known kind of file for which this computer has no decoder.
    ///
    /// - Parameters:
    ///   - coding: the name of what the decoder would be for, as in "MPEG-4"; nil if a part for all videos is missing.
    ///   - package: Debian's package that has one; nil if there is none.
    case decoderMissing(coding: String?, package: String?)
    /// The errno of a failed system call.
    case failed(Int32)
}
