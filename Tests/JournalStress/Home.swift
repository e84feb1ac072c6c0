// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Permissions
import Photos

/// A home folder with a journal and a library.
struct Home: Sendable {
    let path: String
    static let encoder = PhotoEncoder(software: "stress")

    private let permission: PhotoLibraryPermissionManager

    @MainActor init(path: String) {
        self.path = path
        // The permission manager takes the library from here.
        setenv("HOME", path, 1)
        setenv("XDG_CONFIG_HOME", path, 1)
        permission = PhotoLibraryPermissionManager(
            settings: nil, waitsForStore: false,
            open: { place throws(SaveError) in try LibraryFolder.open(place) })
        permission.record(.allow)
    }

    var camera: String { path + "/Pictures/Camera" }

    func library() -> PhotoLibrary {
        PhotoLibrary(
            encoder: Self.encoder, journal: path + "/shots",
            log: { text, _ in say("log " + text) },
            savingGrant: { [permission] in await permission.grantForNamedFile() },
            grant: { [permission] in await permission.grantIfAllowed() })
    }
}

/// One line, unbuffered: nothing may be lost when the process is killed.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}
