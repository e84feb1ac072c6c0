// SPDX-License-Identifier: GPL-3.0-or-later
/// A shot that a crash can't lose any more: its frame and facts are on disk, in the shot journal.
///
/// Light: it names the entry and holds no picture.
public struct JournalledShot: Hashable, Sendable {
    /// The entry's name in the journal.
    public let id: String
    /// When the frame was captured.
    public let time: WallTime
    /// The kind of file wanted.
    public let format: PhotoFormat

    public init(id: String, time: WallTime, format: PhotoFormat) {
        self.id = id
        self.time = time
        self.format = format
    }
}

/// The result of finishing the shots of an earlier run.
public struct Recovery: Equatable, Sendable {
    /// A shot that is still in the journal, and why.
    public struct Waiting: Equatable, Sendable {
        public let shot: JournalledShot
        public let error: SaveError

        public init(shot: JournalledShot, error: SaveError) {
            self.shot = shot
            self.error = error
        }
    }

    /// Photos that are on disk now.
    public var photos: [SavedPhoto]
    /// Entries that could not be read and were set aside, found for the first time.
    public var damagedCount: Int
    public var waiting: [Waiting]

    public init(photos: [SavedPhoto] = [], damagedCount: Int = 0, waiting: [Waiting] = []) {
        self.photos = photos
        self.damagedCount = damagedCount
        self.waiting = waiting
    }

    public var count: Int { photos.count }
}
