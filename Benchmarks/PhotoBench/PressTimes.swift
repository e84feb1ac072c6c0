// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Permissions
import Photos

/// How long a press takes until it is safe, and until it is a photo: one after the other, as a person presses.
enum PressTimes {
    private static let heading =
        "photo       MP presses  journalled p50 p95 ms  published p50 p95 ms    MP/s     KiB  luma PSNR dB    SSIM"

    static func print(in parent: String, isQuick: Bool) async throws {
        let folder = parent + "/photo-bench-\(getpid())"
        mkdir(folder, 0o700)
        defer { PhotoFiles.remove(everythingIn: folder) }
        let library = await library(in: folder)
        Swift.print(heading)
        for each in try PhotoCase.all(isQuick: isQuick) {
            try await measure(each, library)
            fflush(nil)
        }
    }

    private static func library(in folder: String) async -> PhotoLibrary {
        let permission = await permission(in: folder)
        return PhotoLibrary(
            encoder: PhotoEncoder(software: "photo-bench"), journal: folder + "/shots",
            grant: { await permission.grantIfAllowed() })
    }

    /// That of a person who has their photos in this folder.
    static func permission(in folder: String) async -> PhotoLibraryPermissionManager {
        // The permission manager takes the home folder from here.
        setenv("HOME", folder, 1)
        setenv("XDG_CONFIG_HOME", folder, 1)
        let permission = await PhotoLibraryPermissionManager(
            settings: nil, waitsForStore: false,
            open: { place throws(SaveError) in try LibraryFolder.open(place) })
        await permission.record(.allow)
        return permission
    }

    private static func measure(_ each: PhotoCase, _ library: PhotoLibrary) async throws {
        var (safe, done): ([Double], [Double]) = ([], [])
        var newest: SavedPhoto?
        for press in 0..<each.presses {
            let shot = Shot(
                frame: each.frame,
                time: WallTime(nanosecondsSince1970: Int64(press) * 1_000_000, offsetFromUTC: 0),
                camera: CameraInfo(id: .testScene, name: "Test Scene", node: "", position: .simulated),
                mode: .automatic, format: each.format, quality: 88)
            let begin = Times.wall()
            let journalled = try await library.journal(shot)
            safe.append(Times.wall() - begin)
            let photo = try await library.save(.journal(journalled), to: .library)
            done.append(Times.wall() - begin)
            // Memory is the disk here: only the newest stays.
            if let newest { unlink(newest.path) }
            newest = photo
        }
        if let newest { try row(each, safe.sorted(), done.sorted(), newest) }
    }

    private static func row(
        _ each: PhotoCase, _ safe: [Double], _ done: [Double], _ photo: SavedPhoto
    ) throws {
        let file = try PhotoFiles.bytes(of: photo.path)
        let size = each.frame.layout.size
        let original = try PhotoFiles.luma(of: each.frame)
        let decoded = try PhotoFiles.luma(file, photo.format, size)
        let encoding = quantile(0.5, done) - quantile(0.5, safe)
        let throughput = Double(size.width * size.height) / 1000 / max(0.001, encoding)
        let isExact = decoded.values == original.values
        Swift.print(
            each.name.padded(8), String(each.megapixels).padded(5, left: true),
            String(each.presses).padded(7, left: true),
            quantile(0.5, safe).text(15, 1), quantile(0.95, safe).text(6, 1),
            quantile(0.5, done).text(15, 1), quantile(0.95, done).text(6, 1), throughput.text(7, 1),
            (Double(file.count) / 1024).text(7, 0),
            isExact ? "exact".padded(13, left: true) : decoded.psnr(to: original).text(13, 1),
            decoded.ssim(to: original).text(7, 4))
    }

    private static func quantile(_ part: Double, _ sorted: [Double]) -> Double {
        sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}
