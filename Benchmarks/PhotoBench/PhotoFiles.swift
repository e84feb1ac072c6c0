// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging

/// Files that the library wrote: reading them back, and removing them.
enum PhotoFiles {
    enum Problem: Error { case cannotRead(String) }

    static func bytes(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Problem.cannotRead(path) }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: max(0, ftell(file)))
        rewind(file)
        guard fread(&bytes, 1, bytes.count, file) == bytes.count else { throw Problem.cannotRead(path) }
        return bytes
    }

    /// The brightness of a photo, as another program sees it.
    static func luma(_ file: [UInt8], _ format: PhotoFormat, _ size: PixelSize) throws -> LumaPlane {
        if format == .heic { return try HEICDecoder.luma(of: file) }
        let frame = TestPicture.motionJPEG(file, size, arrival: MonotonicTime(nanoseconds: 0))
        return try luma(of: frame)
    }

    static func luma(of frame: Frame) throws -> LumaPlane {
        let image = try PlanarImage(decoding: frame)
        return LumaPlane(width: image.size.width, height: image.size.height, values: image.lumaBytes())
    }

    /// Removes what the library and the journal made in a folder, and nothing else.
    static func remove(everythingIn folder: String) {
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
}
