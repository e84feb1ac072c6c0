// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes photo files of shots. Implemented by Photos.
///
/// A press takes two steps: `journal` makes the shot safe, which takes some milliseconds and is what the flash waits
/// for; `save` makes the photo, which may take a second and may be repeated.
public protocol PhotoTaking: Sendable {
    /// Puts the shot where neither a crash nor a power cut can lose it. Returns when it is on the disk.
    ///
    /// - Throws: `.diskFull` at once if the journal has no room for it. Nothing of the shot is on disk then.
    func journal(_ shot: Shot) async throws(SaveError) -> JournalledShot

    /// Gives a shot in the journal another frame, atomically.
    ///
    /// Only before it is saved.
    /// - Throws: why the new frame could not be written; the shot is unchanged.
    func replace(_ journalled: JournalledShot, with shot: Shot) async throws(SaveError) -> JournalledShot

    /// Makes the photo of a shot, once, even if called again.
    ///
    /// A shot in memory goes through the journal if that has room. One in the journal that was meant for a file, before
    /// the program ended, gets that name instead of one in the library, or a similar one if it is taken.
    /// - Throws: why the photo could not be saved. A shot in the journal stays there, and later launches try again; of one
    ///   in memory nothing is left on the disk.
    func save(_ source: PhotoSource, to target: PhotoTarget) async throws(SaveError) -> SavedPhoto

    /// Removes a shot from the journal for good. Returns when it is gone.
    func discard(_ shot: JournalledShot) async

    /// Opens a photo that was saved.
    ///
    /// - Returns: nil if it can't be opened.
    func hold(_ photo: SavedPhoto) async -> (any PhotoHolding)?

    /// Finishes what earlier runs of the program left in the journal.
    func recover() async -> Recovery
}

/// A photo that was opened, so that its bytes can be saved elsewhere, and it can be brought back, even after its file was
/// moved or deleted. Thread-safe; the disk's work is done on a thread of its own.
public protocol PhotoHolding: Sendable {
    var photo: SavedPhoto { get }
    /// Whether it may stay open for long: it is on the same disk as the home folder, which is not ejected.
    var mayStayOpen: Bool { get }

    /// Copies it into just this file, which the person chose; replaces a file that is there, whose rights stay.
    func copy(to path: String) async throws(SaveError)

    /// Moves the file that has the photo's name to the desktop's trash.
    ///
    /// - Throws: `EOPNOTSUPP` as `underlying` where its drive has none.
    func trash() async throws(SaveError)

    /// Puts it back where it was, after it was moved to the trash; never over another file.
    func restore() async throws(SaveError)
}

/// A photo that has no file yet.
public enum PhotoSource: Sendable {
    /// It would be lost with the program.
    case memory(Shot)
    case journal(JournalledShot)

    public var time: WallTime {
        switch self {
        case .memory(let shot): shot.time
        case .journal(let shot): shot.time
        }
    }

    public var format: PhotoFormat {
        switch self {
        case .memory(let shot): shot.format
        case .journal(let shot): shot.format
        }
    }
}

/// Where a photo should go.
public enum PhotoTarget: Equatable, Sendable {
    /// The photo library, wherever that is when the photo is finished.
    case library
    /// A file that the person chose; one that is there is replaced, and its rights stay.
    ///
    /// The extension decides the kind of file: `.jpg` and `.jpeg` make a JPEG, everything else the shot's format.
    case file(String)
    /// A folder that the person chose for this once. The name is that in the library, or the next one that is free
    /// there: nothing is replaced.
    case folder(String)
}
