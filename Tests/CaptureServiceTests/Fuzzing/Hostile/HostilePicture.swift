// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Imaging

/// A motion JPEG frame, 4:2:0, and what to change in it.
enum HostilePicture {
    /// No whole blocks: then TurboJPEG copies what it has decoded by `memcpy`, which the address sanitizer sees.
    private static let size = PixelSize(width: 150, height: 118)

    static let bytes: [UInt8] = {
        var random = SeededRandom(seed: 1)
        let luma = (0..<size.area).map {
            UInt8(truncatingIfNeeded: $0 / 3) &+ .random(in: 0..<16, using: &random)
        }
        return luma.withUnsafeBytes { luma in
            let layout = FrameLayout(format: .grey, size: size, bytesPerLine: size.width, color: .jpeg)
            let frame = Frame(
                layout: layout, sequence: 0, arrival: MonotonicTime(nanoseconds: 0), isDamaged: false,
                memory: .own, bytes: luma, release: {})
            let image = try? PlanarImage(decoding: frame)
            return image.flatMap { try? JPEGEncoder.encode($0, quality: 60, exif: []) } ?? []
        }
    }()

    static let changer = HeaderChanger(bytes)
}
