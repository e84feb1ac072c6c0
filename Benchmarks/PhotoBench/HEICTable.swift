// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging

/// Preset by preset and quality by quality: what a photo costs and what it is worth.
enum HEICTable {
    private static let presets = ["ultrafast", "superfast", "veryfast", "medium"]
    private static let qualities = [60, 80, 88, 95]
    private static let repetitions = 3

    static func print() throws {
        // Full range, as motion JPEG is: libheif turns other ranges into that when it decodes.
        let image = try PlanarImage(decoding: try TestPicture.motionJPEG(of: try TestPicture.frame()))
        let original = LumaPlane(
            width: image.size.width, height: image.size.height, values: image.lumaBytes())
        Swift.print("preset     quality  wall ms  CPU ms     KiB  luma PSNR dB    SSIM")
        for preset in presets {
            for quality in qualities {
                try print(image, original, preset, quality)
            }
        }
    }

    private static func print(
        _ image: PlanarImage, _ original: LumaPlane, _ preset: String, _ quality: Int
    ) throws {
        var file: [UInt8] = []
        var walls: [Double] = []
        let busyBefore = Times.processor()
        for _ in 0..<repetitions {
            let begin = Times.wall()
            file = try HEICEncoder.encode(image, quality: quality, exif: [], preset: preset)
            walls.append(Times.wall() - begin)
        }
        let busy = (Times.processor() - busyBefore) / Double(repetitions)
        let decoded = try HEICDecoder.luma(of: file)
        Swift.print(
            preset.padded(10), String(quality).padded(7, left: true),
            walls.sorted()[repetitions / 2].text(8, 0),
            busy.text(7, 0), (Double(file.count) / 1024).text(7, 0), decoded.psnr(to: original).text(13, 1),
            decoded.ssim(to: original).text(7, 4))
    }
}
