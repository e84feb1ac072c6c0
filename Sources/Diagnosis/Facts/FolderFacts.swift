// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// A folder for photos or for the journal.
public struct FolderFacts: Equatable, Sendable {
    public enum Purpose: String, Sendable {
        /// The photo library.
        case library = "library-folder"
        /// Where shots are safe until they are in the library.
        case journal = "journal-folder"
    }

    public enum State: Equatable, Sendable {
        case writable
        /// Missing, and will be made with the first photo.
        case toBeMade
        case failed(SaveError.Code, errno: Int32?)
    }

    public var purpose: Purpose
    public var path: String
    public var state: State
    /// Bytes that this account may still write to that disk; nil if unknown.
    public var free: Int64?

    public init(purpose: Purpose, path: String, state: State, free: Int64?) {
        self.purpose = purpose
        self.path = path
        self.state = state
        self.free = free
    }
}
