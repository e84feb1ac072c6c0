// SPDX-License-Identifier: GPL-3.0-or-later
internal import Imaging
internal import Media
internal import Permissions
internal import Photos
internal import Platform
internal import Recording

/// The photo library, with the program's name in the photos and failures in the log.
enum SystemLibrary {
    /// Where shots are safe until they are in the library; empty, which is no folder, if there is no state folder.
    nonisolated static var journal: String { state.map { $0 + "/shots" } ?? "" }
    /// Tintype's folder for state; nil without a home folder.
    nonisolated static var state: String? { UserFolders.state.map { $0 + "/tintype" } }

    /// The openings of cameras that never ended; nil if there is no place for them.
    nonisolated static var openingNotes: OpeningNotes? {
        state.map { OpeningNotes(state: $0, version: tintypeVersion) }
    }

    /// The journal of unfinished recordings; empty as above.
    nonisolated static var videoJournal: String { state.map { $0 + "/videos" } ?? "" }

    /// - Parameters:
    ///   - recovery: the right to finish photos of earlier runs; never asks.
    ///   - saving: the right to save to a file or folder that the person named.
    ///   - grant: the right to save one photo.
    static func make(
        recovery: (@Sendable () async -> LibraryGrant?)? = nil,
        saving: @escaping @Sendable () async -> SavingGrant?,
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) -> PhotoLibrary {
        let log = Log(domain: "photos")
        return PhotoLibrary(
            encoder: PhotoEncoder(software: "Tintype " + tintypeVersion),
            journal: journal,
            // Translators: in the name of a file, as in “photo (recovered).jpg”.
            recoveredWord: tr("recovered"),
            log: { log.warning($0, .errno($1)) }, recoveryGrant: recovery, savingGrant: saving, grant: grant)
    }

    /// Videos, with the program's name in them.
    ///
    /// - Parameter compress: called on any thread when a video waits for its compression.
    static func makeRecorder(
        _ rights: VideoRecorder.Rights, compress: @escaping @Sendable () -> Void = {}
    ) -> VideoRecorder {
        VideoRecorder(
            journal: videoJournal, software: "Tintype " + tintypeVersion, rights: rights,
            compress: compress)
    }

    /// The photos in the library's folder.
    ///
    /// - Parameters:
    ///   - saving: the right to save to a file that the person named.
    ///   - grant: the right to the library; never asks.
    static func makeRoll(
        saving: @escaping @Sendable () async -> SavingGrant?,
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) -> PhotoRoll {
        let log = Log(domain: "photos")
        return PhotoRoll(
            journal: journal, thumbnails: UserFolders.cache.map { $0 + "/thumbnails" },
            mailCopies: UserFolders.cache.map { $0 + "/tintype/mail" },
            log: { log.warning($0, .errno($1)) },
            videos: VideoReader(), savingGrant: saving, grant: grant)
    }
}
