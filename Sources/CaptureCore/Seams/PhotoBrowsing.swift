// SPDX-License-Identifier: GPL-3.0-or-later
/// The kinds of file that a photo can be exported as.
public enum ExportKind: String, Sendable, CaseIterable {
    case heic, jpeg, png
}

/// The photos in the library's folder, as the roll shows them. Implemented by Photos.
///
/// The folder itself is the source of truth: there is no database. Nothing is read without the person's grant. Thread-safe;
/// the disk's work and decoding are done on threads of their own, the newest request first, and a request whose task is
/// cancelled is dropped.
public protocol PhotoBrowsing: Sendable {
    /// The folder's photos, at once and after every change by whichever program. A new stream for each reader; the
    /// folder is watched while one is read.
    func listings() -> AsyncStream<LibraryListing>

    /// The newest photo, or the burst that it belongs to; nil if there is none, or the folder may not be read. Costs
    /// one listing.
    func newest() async -> RollItem?

    /// Decodes a photo.
    ///
    /// - Parameter size: what it should fit into, in device pixels, never enlarged; nil for as large as memory allows.
    func photo(_ entry: LibraryEntry, fitting size: PixelSize?) async throws(PhotoFault) -> DecodedPhoto

    /// Prepares a photo that takes long to decode, so that `photo` is fast; at the lowest priority, and once for each
    /// photo.
    func prepare(_ entry: LibraryEntry) async

    /// A small picture of a photo, fitting a square of 256 pixels: from the desktop's thumbnail cache, or made and put
    /// there.
    func thumbnail(_ entry: LibraryEntry) async throws(PhotoFault) -> DecodedPhoto

    /// Opens a video to be played.
    ///
    /// - Parameter size: what its pictures should fit into, in device pixels, never enlarged.
    func player(of entry: LibraryEntry, fitting size: PixelSize) async throws(PhotoFault) -> any VideoPlaying

    func details(_ entry: LibraryEntry) async throws(PhotoFault) -> PhotoDetails

    /// Turns a photo by a quarter, without decoding it: only its orientation changes. The file keeps its modification
    /// time.
    ///
    /// - Throws: `.encodingFailed` for kinds of file without an orientation; the file is untouched then.
    func turn(_ entry: LibraryEntry, clockwise: Bool) async throws(SaveError)

    /// A photo's bytes as another kind of file; unchanged if it is of that kind already.
    func bytes(of entry: LibraryEntry, as kind: ExportKind) async throws(SaveError) -> [UInt8]

    /// Writes a photo into a file that the person chose, as the kind that the extension says (`.heic`, `.jpg`,
    /// `.jpeg`, `.png`; anything else: as it is); replaces a file that is there.
    func export(_ entry: LibraryEntry, to path: String) async throws(SaveError)

    /// Opens the file to attach to a mail: the photo's own, or for HEIC, which hardly any mail program shows, a JPEG copy
    /// that is kept for a day.
    ///
    /// - Returns: a descriptor for reading, now the caller's.
    func attachment(of entry: LibraryEntry) async throws(SaveError) -> Int32

    /// Opens an entry, so that it can be moved to the trash and back.
    func hold(_ entry: LibraryEntry) async -> (any PhotoHolding)?

    /// The picture of a shot that is still in the journal; nil if it is not there any more or can't be read.
    func preview(of shot: JournalledShot, fitting size: PixelSize) async -> DecodedPhoto?

    /// The sharpest of some photos of one burst.
    func sharpest(of entries: [LibraryEntry]) async -> LibraryEntry?
}
