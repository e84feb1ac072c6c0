internal import GLibBridge
internal import Imaging
internal import Permissions
internal import Photos

/// The person's photo library, with the program's name in the photos and their troubles in the log.
enum SystemLibrary {
    /// Where shots are safe until they are in the library.
    nonisolated static var journal: String { UserFolders.state + "/tintype/shots" }

    /// - Parameters:
    ///   - recovery: the right to finish photos of earlier runs; asks nobody.
    ///   - grant: the right to save one photo.
    static func make(
        recovery: (@Sendable () async -> LibraryGrant?)? = nil,
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) -> PhotoLibrary {
        let log = Log(domain: "photos")
        return PhotoLibrary(
            encoder: PhotoEncoder(software: "Tintype " + tintypeVersion),
            journal: journal,
            log: { log.warning($0, .errno($1)) }, recoveryGrant: recovery, grant: grant)
    }
}
