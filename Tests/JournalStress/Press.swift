// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging

/// A press by its number: every number has a time, a kind and a picture of its own, the same in every process.
enum Press {
    /// 2024-02-29 12:34:56 UTC.
    private static let origin: Int64 = 1_709_210_096_000

    static func shot(_ number: Int) -> Shot {
        let isLarge = number % 23 == 3
        let size = isLarge ? PixelSize(width: 1920, height: 1080) : PixelSize(width: 160, height: 96)
        let raw = frame(picture(number, size), .yuv420, size)
        let isRaw = number % 5 == 1
        return Shot(
            frame: isRaw ? raw : jpeg(raw), time: time(number),
            camera: CameraInfo(id: .testScene, name: "Stress", node: "", position: .simulated),
            mode: .automatic, format: number % 7 == 2 && !isLarge ? .heic : .jpeg, quality: 80)
    }

    /// The picture seen at a press whose best moment is `shot`; nil for presses that take the seen picture.
    static func seen(_ number: Int) -> Shot? {
        number % 4 == 3 ? shot(number).with(frame: shot(number + 10_000).frame) : nil
    }

    private static func time(_ number: Int) -> WallTime {
        WallTime(nanosecondsSince1970: (origin + Int64(number)) * 1_000_000, offsetFromUTC: 0)
    }

    /// The press that a photo's name identifies; nil for every other name.
    static func number(ofPhoto name: String) -> Int? {
        let parts = name.prefix { $0 != "." }.split(separator: "_").dropFirst(2).compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        let (clock, milliseconds) = (parts[0], parts[1])
        let seconds = (clock / 10_000 * 60 + clock / 100 % 100) * 60 + clock % 100
        let number = seconds * 1000 + milliseconds - ((12 * 60 + 34) * 60 + 56) * 1000
        let expected = PhotoName(time: time(number))
        return PhotoFormat.allCases.contains { expected.fileName($0) == name } ? number : nil
    }

    /// Stripes, bright and dark by the bits of the number.
    private static func picture(_ number: Int, _ size: PixelSize) -> [UInt8] {
        let word = UInt32(truncatingIfNeeded: number &* 0x9E37_79B1)
        let rows = (0..<size.height).map { row in
            let isBright = word >> UInt32(row * 32 / size.height) & 1 == 1
            return [UInt8](repeating: isBright ? 210 : 40, count: size.width)
        }
        return rows.joined() + [UInt8](repeating: 128, count: size.area / 2)
    }

    private static func frame(_ bytes: [UInt8], _ format: PixelFormat, _ size: PixelSize) -> Frame {
        Frame(
            copying: bytes,
            layout: FrameLayout(
                format: format, size: size, bytesPerLine: format.isCompressed ? 0 : size.width, color: .jpeg))
    }

    private static func jpeg(_ raw: Frame) -> Frame {
        guard let image = try? PlanarImage(decoding: raw),
            let file = try? JPEGEncoder.encode(image, quality: 90, exif: [])
        else { return raw }
        return frame(file, .mjpeg, raw.layout.size)
    }
}
