// SPDX-License-Identifier: GPL-3.0-or-later
/// A photo that is safely on disk.
public struct SavedPhoto: Equatable, Sendable {
    /// Absolute.
    public let path: String
    public let format: PhotoFormat

    public init(path: String, format: PhotoFormat) {
        self.path = path
        self.format = format
    }

    /// Whether it is a video, by its name.
    public var isVideo: Bool { VideoName.isOne(path) }
}

/// Why a photo is not on disk. Nothing was left there, and the shot is still in memory or in the journal.
public struct SaveError: Error, Equatable, Sendable {
    public enum Code: Equatable, Sendable {
        /// No room, or over the quota.
        case diskFull
        /// The folder's file system is read-only.
        case readOnly
        /// This user may not write there.
        case notPermitted
        /// The folder is not there any more.
        case folderMissing
        /// Something other than a folder has the name.
        case notAFolder
        /// Something other than a file has the chosen name: a folder, a device, a link to nowhere.
        case notAFile
        /// Its name is not valid UTF-8.
        case unreadableName
        /// The photo is larger than the files that this process may write.
        case tooLarge
        /// Saving was not allowed by the person.
        case notAllowed
        /// Saving is turned off for the whole computer.
        case restricted
        /// No encoder could make a file of it.
        case encodingFailed
        /// The photo has more pixels, of this size, than can be converted: its copy would have fewer.
        case tooManyPixels(PixelSize)
        /// Any other fault of the file system.
        case failed
    }

    public let code: Code
    /// The errno; nil if no system call failed.
    public let underlying: Int32?
    /// The folder or file in question.
    public let path: String

    public init(_ code: Code, underlying: Int32? = nil, path: String) {
        self.code = code
        self.underlying = underlying
        self.path = path
    }
}
