// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Testing

@testable import Imaging

extension DecodedPhoto {
    func color(_ x: Int, _ y: Int) -> RGB {
        let pixel = pixels.advanced(by: y * stride + x * 4).assumingMemoryBound(to: UInt8.self)
        return RGB(red: Double(pixel[2]), green: Double(pixel[1]), blue: Double(pixel[0]))
    }

    private var positions: [(Int, Int)] {
        (0..<size.height).flatMap { y in (0..<size.width).map { ($0, y) } }
    }

    /// How far its pixels are from others: on the average, and at most.
    func distance(to other: (Int, Int) -> RGB) -> (mean: Double, most: Double) {
        let distances = positions.map { color($0, $1).distance(to: other($0, $1)) }
        return (distances.reduce(0, +) / Double(distances.count), distances.max() ?? .infinity)
    }

    var distanceToTestImage: (mean: Double, most: Double) {
        let image = TestImage(size: size)
        return distance { image.pixel($0, $1) }
    }
}

/// Decodes from memory that ends at a page that may not be read.
func decoded(_ file: [UInt8], fitting size: PixelSize? = nil) throws(PhotoFault) -> DecodedPhoto {
    let memory = GuardedMemory(file)
    defer { withExtendedLifetime(memory) {} }
    return try PhotoDecoder.photo(memory.bytes, fitting: size)
}

func thumbnail(_ file: [UInt8]) throws(PhotoFault) -> DecodedPhoto {
    let memory = GuardedMemory(file)
    defer { withExtendedLifetime(memory) {} }
    return try PhotoDecoder.thumbnail(memory.bytes)
}

func details(_ file: [UInt8]) -> PhotoDetails { file.withUnsafeBytes { PhotoDecoder.details($0) } }

func sharpness(_ file: [UInt8]) -> Double? { file.withUnsafeBytes { PhotoDecoder.sharpness($0) } }

/// Why a file can't be decoded; nil if it can.
func fault(_ file: [UInt8]) -> PhotoFault? {
    do throws(PhotoFault) {
        _ = try decoded(file)
        return nil
    } catch {
        return error
    }
}

/// The test image as a decoded photo.
func testPhoto(_ size: PixelSize) throws -> DecodedPhoto {
    let buffer = try PixelBuffer(size)
    let rgb = TestImage(size: size).rgb()
    for y in 0..<size.height {
        for x in 0..<size.width {
            let (source, target) = ((y * size.width + x) * 3, buffer.row(y) + 4 * x)
            (target[0], target[1], target[2], target[3]) = (
                rgb[source + 2], rgb[source + 1], rgb[source], 255
            )
        }
    }
    return buffer.photo(fullSize: size, isWhole: true)
}

/// A TIFF structure with nothing but an orientation.
func orientationBlock(_ value: UInt8) -> [UInt8] {
    [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
}

/// A JPEG file with a block of EXIF, and a colour profile if there is one.
func jpegFile(_ jpeg: [UInt8], exif: [UInt8] = [], profile: [UInt8] = []) throws -> [UInt8] {
    var file = try jpeg.withUnsafeBytes { (bytes) throws(ImagingError) in
        try EXIFSegment.insert(exif, into: bytes)
    }
    guard !profile.isEmpty else { return file }
    let content = Array("ICC_PROFILE".utf8) + [0, 1, 1] + profile
    let length = content.count + 2
    file.insert(contentsOf: [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + content, at: 2)
    return file
}

/// Colour profiles, made here byte by byte (ICC.1:2010): primaries relative to D50, and sRGB's curve.
enum TestProfile {
    static let displayP3 = profile([
        (0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407),
    ])
    static let sRGB = profile([
        (0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410),
    ])

    /// Converts a colour of Display P3 to sRGB: both have the same white and curve, so a matrix of light does it.
    static func sRGB(ofDisplayP3 color: RGB) -> RGB {
        let (r, g, b) = (light(color.red), light(color.green), light(color.blue))
        return RGB(
            red: code(1.22494 * r - 0.22494 * g), green: code(-0.04206 * r + 1.04206 * g),
            blue: code(-0.01964 * r - 0.07865 * g + 1.09829 * b))
    }

    private static func light(_ code: Double) -> Double {
        let value = code / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func code(_ light: Double) -> Double {
        let light = min(1, max(0, light))
        return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }

    private static func profile(_ primaries: [(Double, Double, Double)]) -> [UInt8] {
        let curve =
            Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
            + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
        func xyz(_ value: (Double, Double, Double)) -> [UInt8] {
            Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(value.0) + fixed(value.1) + fixed(value.2)
        }
        let tags: [(String, [UInt8])] = [
            ("wtpt", xyz((0.9642, 1, 0.82491))), ("rXYZ", xyz(primaries[0])), ("gXYZ", xyz(primaries[1])),
            ("bXYZ", xyz(primaries[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, data) = (number(tags.count), [UInt8]())
        for (name, content) in tags {
            table += Array(name.utf8) + number(132 + 12 * tags.count + data.count) + number(content.count)
            data += content
        }
        var header = [UInt8](repeating: 0, count: 128)
        func put(_ bytes: [UInt8], at offset: Int) {
            header.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
        put(number(128 + table.count + data.count), at: 0)
        put([4, 0, 0, 0] + Array("mntrRGB XYZ ".utf8), at: 8)
        put(Array("acsp".utf8), at: 36)
        put(fixed(0.9642) + fixed(1) + fixed(0.82491), at: 68)
        return header + table + data
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
}
