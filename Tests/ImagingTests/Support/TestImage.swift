// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Straight RGB, 0…255.
struct RGB: Equatable {
    var red, green, blue: Double

    func distance(to other: RGB) -> Double {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
    }
}

/// YCbCr as the standards define it, in floating point, for comparison.
struct ReferenceColor {
    let color: ColorDescription

    private var weights: (red: Double, blue: Double) {
        color.matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
    }

    func components(_ rgb: RGB) -> (y: Double, blue: Double, red: Double) {
        let (kr, kb) = weights
        let y = kr * rgb.red + (1 - kr - kb) * rgb.green + kb * rgb.blue
        let (blue, red) = ((rgb.blue - y) / (2 * (1 - kb)), (rgb.red - y) / (2 * (1 - kr)))
        guard color.range == .limited else { return (y, blue + 128, red + 128) }
        return (y * 219 / 255 + 16, blue * 224 / 255 + 128, red * 224 / 255 + 128)
    }
}

/// A smooth picture: colours change slowly, so that filters and subsampling hardly matter, and every corner differs,
/// so that swapped sides, lines or colours do.
struct TestImage {
    let size: PixelSize

    /// The colour at a place given in parts of the width and height.
    func color(_ x: Double, _ y: Double) -> RGB {
        RGB(red: 40 + 160 * x, green: 60 + 130 * y, blue: 200 - 120 * x * y - 30 * y)
    }

    func pixel(_ x: Int, _ y: Int) -> RGB {
        color((Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
    }

    /// The whole picture as R G B bytes.
    func rgb() -> [UInt8] {
        pixels { [UInt8($0.red.rounded()), UInt8($0.green.rounded()), UInt8($0.blue.rounded())] }
    }

    /// The bytes of a raw format with some unused bytes at the end of each line.
    func bytes(_ layout: FrameLayout) -> [UInt8] {
        let planes = Planes(self, layout.color)
        let (width, height) = (size.width, size.height)
        var bytes: [UInt8] = []
        func line(_ content: [UInt8], _ stride: Int) {
            bytes += content + [UInt8](repeating: 0xEE, count: stride - content.count)
        }
        let halfWidth = (width + 1) / 2
        switch layout.format {
        case .yuyv, .uyvy:
            for y in 0..<height {
                line(planes.packed(y, lumaFirst: layout.format == .yuyv), layout.bytesPerLine)
            }
        case .rgb24, .bgr24, .rgbx32, .rgba32, .bgrx32, .bgra32:
            let isBGR = [.bgr24, .bgrx32, .bgra32].contains(layout.format)
            let step = layout.format.bytesPerRGBPixel ?? 3
            let content = pixels { color in
                let rgb = [color.red, color.green, color.blue].map { UInt8($0.rounded()) }
                return (isBGR ? rgb.reversed() : rgb) + [UInt8](repeating: 0, count: step - 3)
            }
            for y in 0..<height {
                line(Array(content[y * width * step..<(y + 1) * width * step]), layout.bytesPerLine)
            }
        default:
            for y in 0..<height { line((0..<width).map { planes.luma($0, y) }, layout.bytesPerLine) }
            guard layout.format != .grey else { break }
            let rows = (height + 1) / 2
            if layout.format == .nv12 {
                for y in 0..<rows {
                    line(
                        (0..<halfWidth).flatMap { [planes.chroma($0, y).0, planes.chroma($0, y).1] },
                        layout.bytesPerLine)
                }
            } else {
                let stride = (layout.bytesPerLine + 1) / 2
                for y in 0..<rows { line((0..<halfWidth).map { planes.chroma($0, y).0 }, stride) }
                for y in 0..<rows { line((0..<halfWidth).map { planes.chroma($0, y).1 }, stride) }
            }
        }
        return bytes
    }

    private func pixels(_ bytes: (RGB) -> [UInt8]) -> [UInt8] {
        (0..<size.height).flatMap { y in (0..<size.width).flatMap { x in bytes(pixel(x, y)) } }
    }
}

/// The test image as YCbCr, one value at a time.
private struct Planes {
    private let image: TestImage
    private let reference: ReferenceColor

    init(_ image: TestImage, _ color: ColorDescription) {
        self.image = image
        reference = ReferenceColor(color: color)
    }

    func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8(reference.components(image.pixel(x, y)).y.rounded()) }

    /// Of the two by two pixels at this place.
    func chroma(_ x: Int, _ y: Int) -> (UInt8, UInt8) {
        chroma(at: 2 * Double(x) + 1, 2 * Double(y) + 1)
    }

    private func chroma(at x: Double, _ y: Double) -> (UInt8, UInt8) {
        let color = image.color(x / Double(image.size.width), y / Double(image.size.height))
        let components = reference.components(color)
        return (UInt8(components.blue.rounded()), UInt8(components.red.rounded()))
    }

    func packed(_ y: Int, lumaFirst: Bool) -> [UInt8] {
        (0..<(image.size.width + 1) / 2).flatMap { pair -> [UInt8] in
            let (blue, red) = chroma(at: 2 * Double(pair) + 1, Double(y) + 0.5)
            let (left, right) = (luma(2 * pair, y), luma(min(2 * pair + 1, image.size.width - 1), y))
            return lumaFirst ? [left, blue, right, red] : [blue, left, red, right]
        }
    }
}
