// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Permissions
internal import Photos

/// The places of a recording's file: where the person wants it, and where it goes on if that goes away. Each of them blocks.
struct RecordingPlaces: Sendable {
    let name: PhotoName
    let format: VideoFormat
    /// For the journal.
    let remark: String
    let isLarge: Bool
    /// The file that the person named; nil for the library.
    let file: String?
    /// The best first.
    let otherFolders: [String]
    let library: LibraryGrant?
    let saving: SavingGrant?
    let journal: VideoJournal

    var count: Int { 1 + otherFolders.count }

    /// Makes a new, empty file; never over another.
    ///
    /// - Parameter number: 0 is the place that is wanted; the higher, the less.
    func make(_ number: Int) throws(SaveError) -> VideoFile {
        if number > 0 {
            let folder = otherFolders[number - 1]
            guard let saving else { throw SaveError(.restricted, path: folder) }
            return try VideoFile.make(name, format, inFolder: folder, saving, journal, remark: remark)
        }
        if let file {
            guard let saving else { throw SaveError(.restricted, path: file) }
            return try VideoFile.make(at: file, saving, journal, remark: remark)
        }
        guard let library else { throw SaveError(.notAllowed, path: "") }
        return try VideoFile.make(name, format, in: library, journal, remark: remark, isLarge: isLarge)
    }
}
