// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging

/// How long the roll waits for a photo: decoded whole, made to fit its view, and as a thumbnail.
enum DecodeTimes {
    private static let repetitions = 7
    private static let view = PixelSize(width: 960, height: 708)
    private static let sizes = [PixelSize(width: 1920, height: 1080), PixelSize(width: 4000, height: 3000)]

    static func print() throws {
        let scene = try TestPicture.frame()
        Swift.print("photo       MP     KiB  whole ms  fitted ms  thumbnail ms")
        for size in sizes {
            let image = try PlanarImage(decoding: TestPicture.tiled(scene, to: size))
            try row("jpeg", size, try JPEGEncoder.encode(image, quality: 88, exif: []))
            try row("heic", size, try HEICEncoder.encode(image, quality: 88, exif: []))
        }
    }

    private static func row(_ name: String, _ size: PixelSize, _ file: [UInt8]) throws {
        try file.withUnsafeBytes { bytes in
            let whole = try median { _ = try PhotoDecoder.photo(bytes, fitting: nil) }
            let fitted = try median { _ = try PhotoDecoder.photo(bytes, fitting: view) }
            let thumbnail = try median { _ = try PhotoDecoder.thumbnail(bytes) }
            Swift.print(
                name.padded(8), String(size.area / 1_000_000).padded(5, left: true),
                (Double(file.count) / 1024).text(7, 0), whole.text(9, 1), fitted.text(10, 1),
                thumbnail.text(13, 1))
        }
    }

    private static func median(_ body: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<repetitions {
            let begin = Times.wall()
            try body()
            times.append(Times.wall() - begin)
        }
        return times.sorted()[repetitions / 2]
    }
}
