// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// One line of the table: a frame of a size, saved repeatedly in a format.
struct PhotoCase {
    let name: String
    let megapixels: Int
    let frame: Frame
    let format: PhotoFormat
    let presses: Int

    private static let sizes: [(megapixels: Int, size: PixelSize)] = [
        (2, PixelSize(width: 1920, height: 1080)), (8, PixelSize(width: 3840, height: 2160)),
        (12, PixelSize(width: 4000, height: 3000)),
    ]

    /// HEIC, JPEG, and a motion JPEG frame's own JPEG, at 2, 8 and 12 megapixels.
    ///
    /// - Parameter isQuick: fewer presses, and HEIC at 2 megapixels only.
    static func all(isQuick: Bool) throws -> [PhotoCase] {
        let scene = try TestPicture.frame()
        return try sizes.flatMap { megapixels, size in
            let raw = TestPicture.tiled(scene, to: size)
            let jpeg = try TestPicture.motionJPEG(of: raw)
            let few = isQuick ? 10 : 100 / (megapixels / 2)
            let slow = isQuick ? (megapixels == 2 ? 5 : 0) : max(5, 20 / (megapixels / 2))
            return [
                PhotoCase(name: "original", megapixels: megapixels, frame: jpeg, format: .jpeg, presses: few),
                PhotoCase(name: "jpeg", megapixels: megapixels, frame: raw, format: .jpeg, presses: few),
                PhotoCase(name: "heic", megapixels: megapixels, frame: jpeg, format: .heic, presses: slow),
            ].filter { $0.presses > 0 }
        }
    }
}
