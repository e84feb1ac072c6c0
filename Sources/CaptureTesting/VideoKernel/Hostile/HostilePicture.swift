internal import CaptureCore
internal import Imaging

/// A motion JPEG frame, 4:2:0, and how to make its header say something else.
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

    /// Where the frame header (SOF0) begins: length, precision, height, width and the number of components come before
    /// the first component's id and sampling (T.81, B.2.2).
    private static let frameHeader = bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) } ?? 0

    /// 4:2:0, 4:4:4, 4:2:2, 4:4:0, 4:1:1.
    private static let samplings: [UInt8] = [0x22, 0x11, 0x21, 0x12, 0x41]

    /// Another value for a byte of the header: most often one that makes planes larger or smaller.
    static func change(_ random: inout SeededRandom) -> (offset: Int, value: UInt8) {
        let value = UInt8.random(in: 0...255, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0...4: return (frameHeader + 11, samplings.randomElement(using: &random) ?? value)
        case 5: return (frameHeader + 6, value)
        case 6: return (frameHeader + 8, value)
        default: return (Int.random(in: 0..<max(1, bytes.count), using: &random), value)
        }
    }
}
