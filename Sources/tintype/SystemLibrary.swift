internal import GLibBridge
internal import Imaging
internal import Permissions
internal import Photos

/// The person's photo library, with the program's name in the photos and their troubles in the log.
enum SystemLibrary {
    static func make() -> PhotoLibrary {
        let log = Log(domain: "photos")
        return PhotoLibrary(
            encoder: PhotoEncoder(software: "Tintype " + tintypeVersion),
            journal: UserFolders.state + "/tintype/shots",
            log: { log.warning($0) },
            grant: { PhotoLibraryPermissionManager.currentGrant() })
    }
}
