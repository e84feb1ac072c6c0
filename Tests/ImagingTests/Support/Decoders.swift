// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

/// An image that another program decoded.
struct DecodedImage {
    let size: PixelSize
    private let pixels: ArraySlice<UInt8>

    /// Reads a binary 8-bit PPM without comments.
    init?(ppm: [UInt8]) {
        var fields: [String] = []
        var offset = 0
        while fields.count < 4, offset < ppm.count {
            guard let end = ppm[offset...].firstIndex(where: { $0 == 10 || $0 == 32 }) else { return nil }
            fields.append(String(decoding: ppm[offset..<end], as: UTF8.self))
            offset = end + 1
        }
        guard fields.count == 4, fields[0] == "P6", let width = Int(fields[1]), let height = Int(fields[2]),
            fields[3] == "255", ppm.count >= offset + width * height * 3
        else { return nil }
        size = PixelSize(width: width, height: height)
        pixels = ppm[offset...]
    }

    func color(_ x: Int, _ y: Int) -> RGB {
        let start = pixels.startIndex + (y * size.width + x) * 3
        return RGB(
            red: Double(pixels[start]), green: Double(pixels[start + 1]), blue: Double(pixels[start + 2]))
    }

    /// How far the pixel furthest from the test image is from it.
    var distanceToTestImage: Double {
        let image = TestImage(size: size)
        return positions.map { color($0, $1).distance(to: image.pixel($0, $1)) }.max() ?? .infinity
    }

    /// The mean distance to what the viewfinder shows.
    func meanDistance(to picture: Picture) -> Double {
        let distances = positions.map { color($0, $1).distance(to: picture.color($0, $1)) }
        return distances.reduce(0, +) / Double(distances.count)
    }

    private var positions: [(Int, Int)] {
        (0..<size.height).flatMap { y in (0..<size.width).map { ($0, y) } }
    }
}

/// Programs that read photos.
enum Decoder: CaseIterable {
    case libheif, imageMagick, ffmpeg

    /// libheif reads HEIC only.
    func decode(_ bytes: [UInt8], heic: Bool) throws -> DecodedImage? {
        let folder = TemporaryFolder()
        let photo = folder.file(heic ? "photo.heic" : "photo.jpg", bytes)
        let result = folder.file("photo.ppm")
        switch self {
        case .libheif:
            let png = folder.file("photo.png")
            try run("heif-convert", photo, png)
            try run("convert", png, "-depth", "8", result)
        case .imageMagick:
            try run("convert", photo, "-depth", "8", result)
        case .ffmpeg:
            // ffmpeg 5.1 reads no HEIF, but what is in it.
            let stream = heic ? folder.file("photo.hevc", try #require(HEVCStream.of(heif: bytes))) : photo
            try run(
                "ffmpeg", "-loglevel", "error", "-i", stream, "-sws_flags", "accurate_rnd+full_chroma_int",
                "-pix_fmt", "rgb24", result)
        }
        return DecodedImage(ppm: try contents(result))
    }
}

func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
