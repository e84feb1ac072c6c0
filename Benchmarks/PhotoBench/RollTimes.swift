// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Permissions
import Photos

/// How long the roll takes to list a large folder, and to show and turn a photo of it.
enum RollTimes {
    private static let fileCount = 10_000

    static func print(in parent: String) async throws {
        let folder = parent + "/photo-bench-\(getpid())"
        mkdir(folder, 0o700)
        defer { PhotoFiles.remove(everythingIn: folder) }
        let permission = await PressTimes.permission(in: folder)
        guard let grant = await permission.grantIfAllowed() else { return }
        for number in 0..<fileCount {
            close(open(grant.folder + "/IMG_20240229_123456_\(100 + number).jpg", O_CREAT | O_WRONLY, 0o600))
        }
        let roll = PhotoRoll(
            journal: folder + "/shots", thumbnails: folder + "/thumbnails",
            grant: { await permission.grantIfAllowed() })
        try await report("\(fileCount) files listed") { _ = await roll.newest() }
        for each in try PhotoCase.all(isQuick: true) { try await measure(each, roll, permission) }
    }

    private static func measure(
        _ each: PhotoCase, _ roll: PhotoRoll, _ permission: PhotoLibraryPermissionManager
    ) async throws {
        let shot = Shot(
            frame: each.frame,
            time: WallTime(nanosecondsSince1970: 4_000_000_000 * 1_000_000_000, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "Test Scene", node: "", position: .simulated),
            mode: .automatic, format: each.format, quality: 88)
        let library = PhotoLibrary(
            encoder: PhotoEncoder(software: "photo-bench"), journal: "",
            grant: { await permission.grantIfAllowed() })
        let photo = try await library.save(.memory(shot), to: .library)
        defer { unlink(photo.path) }
        guard let entry = await roll.newest()?.entries.first, entry.path == photo.path else { return }
        let view = PixelSize(width: 1920, height: 1080)
        try await report(each.name + " fitting \(view)") { _ = try await roll.photo(entry, fitting: view) }
        try await report(each.name + " first thumbnail", times: 1) { _ = try await roll.thumbnail(entry) }
        try await report(each.name + " thumbnail from the cache") { _ = try await roll.thumbnail(entry) }
        try await report(each.name + " turned") { try await roll.turn(entry, clockwise: true) }
    }

    private static func report(_ name: String, times: Int = 9, _ body: () async throws -> Void) async throws {
        var durations: [Double] = []
        for _ in 0..<times {
            let begin = Times.wall()
            try await body()
            durations.append(Times.wall() - begin)
        }
        Swift.print(name.padded(44), durations.sorted()[times / 2].text(8, 1), "ms")
        fflush(nil)
    }
}
