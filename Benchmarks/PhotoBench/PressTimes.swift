import CaptureCore
import Glibc
import Imaging
import Permissions
import Photos

/// How long a press takes until it is safe, and until it is a photo: one after the other, as a person presses.
enum PressTimes {
    private static let presses = 100

    static func print(in parent: String) async throws {
        let folder = parent + "/photo-bench-\(getpid())"
        mkdir(folder, 0o700)
        // What the permission manager takes for the person's home.
        setenv("HOME", folder, 1)
        setenv("XDG_CONFIG_HOME", folder, 1)
        let permission = await PhotoLibraryPermissionManager(
            settings: nil, waitsForStore: false,
            open: { place throws(SaveError) in try LibraryFolder.open(place) })
        await permission.record(.allow)
        let library = PhotoLibrary(
            encoder: PhotoEncoder(software: "photo-bench"), journal: folder + "/shots",
            grant: { await permission.grantIfAllowed() })
        let raw = try TestPicture.frame()
        let jpeg = try TestPicture.motionJPEG(of: raw)
        Swift.print("frame   format  step        p50 ms  p95 ms  max ms")
        try await measure("NV12", raw, .jpeg, library)
        try await measure("MJPEG", jpeg, .jpeg, library)
        try await measure("MJPEG", jpeg, .heic, library, presses: 20)
        remove(everythingIn: folder)
    }

    private static func measure(
        _ name: String, _ frame: Frame, _ format: PhotoFormat, _ library: PhotoLibrary, presses: Int = presses
    ) async throws {
        var (safe, done): ([Double], [Double]) = ([], [])
        for press in 0..<presses {
            let shot = Shot(
                frame: frame,
                time: WallTime(nanosecondsSince1970: Int64(press) * 1_000_000, offsetFromUTC: 0),
                camera: CameraInfo(id: .testScene, name: "Test Scene", node: "", position: .simulated),
                mode: .automatic, format: format, quality: 88)
            let begin = Times.wall()
            let journalled = try await library.journal(shot)
            safe.append(Times.wall() - begin)
            _ = try await library.publish(journalled)
            done.append(Times.wall() - begin)
        }
        row(name, format, "journalled", safe)
        row(name, format, "published", done)
    }

    /// What the library and the journal made, and nothing else.
    private static func remove(everythingIn folder: String) {
        for inner in ["/Pictures/Camera", "/Pictures", "/shots", ""] {
            let path = folder + inner
            guard let stream = opendir(path) else { continue }
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                unlink(path + "/" + name)
            }
            closedir(stream)
            rmdir(path)
        }
    }

    private static func row(_ name: String, _ format: PhotoFormat, _ step: String, _ times: [Double]) {
        let sorted = times.sorted()
        func quantile(_ part: Double) -> Double {
            sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
        }
        Swift.print(
            name.padded(7), format.rawValue.padded(7), step.padded(11), quantile(0.5).text(6, 1),
            quantile(0.95).text(7, 1), quantile(1).text(7, 1))
    }
}
