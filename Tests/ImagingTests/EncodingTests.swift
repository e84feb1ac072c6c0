// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging
import Testing

/// Photos, read by other programs.
@Suite struct EncodingTests {
    static let size = PixelSize(width: 320, height: 180)

    /// Frames of every way to write colours.
    static let frames: [Frame] = [
        .jpeg(testJPEG(size), size),
        .raw(.yuyv, size, .video),
        .raw(.nv12, size, ColorDescription(matrix: .bt709, range: .limited)),
        .raw(.yuv420, size, ColorDescription(matrix: .bt709, range: .full)),
        .raw(.rgb24, size, .video),
        .raw(.rgbx32, size, .video),
        .raw(.bgrx32, size, .video),
    ]

    /// The viewfinder's blue is 5 % too weak for limited BT.709 (see `PixelConverter`); photos have it right.
    private static func bound(_ frame: Frame) -> Double {
        frame.layout.color == ColorDescription(matrix: .bt709, range: .limited) ? 6 : 3
    }

    @Test(arguments: Decoder.allCases, frames.indices)
    func everyReaderSeesTheColoursOfAHEICPhoto(decoder: Decoder, index: Int) throws {
        let frame = Self.frames[index]
        let file = try HEICEncoder.encode(try PlanarImage(decoding: frame), quality: 95, exif: [])
        let decoded = try #require(try decoder.decode(file, heic: true))
        #expect(decoded.size == Self.size)
        #expect(decoded.distanceToTestImage <= 9)
        #expect(decoded.meanDistance(to: try render(frame, view: Self.size)) <= Self.bound(frame))
    }

    @Test(arguments: [Decoder.imageMagick, .ffmpeg], frames.indices)
    func everyReaderSeesTheColoursOfAJPEGPhoto(decoder: Decoder, index: Int) throws {
        let frame = Self.frames[index]
        let file = try JPEGEncoder.encode(try PlanarImage(decoding: frame), quality: 95, exif: [])
        let decoded = try #require(try decoder.decode(file, heic: false))
        #expect(decoded.size == Self.size)
        #expect(decoded.distanceToTestImage <= 9)
        #expect(decoded.meanDistance(to: try render(frame, view: Self.size)) <= Self.bound(frame))
    }

    @Test(arguments: [(161, 121), (160, 121), (161, 120), (64, 64), (97, 65)])
    func oddSizesAreKept(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        let image = try PlanarImage(decoding: .raw(.yuyv, size, .jpeg))
        let heic = try Decoder.libheif.decode(
            try HEICEncoder.encode(image, quality: 95, exif: []), heic: true)
        #expect(heic?.size == size)
        #expect((heic?.distanceToTestImage ?? 255) <= 12)
        let jpeg = try Decoder.ffmpeg.decode(
            try JPEGEncoder.encode(image, quality: 95, exif: []), heic: false)
        #expect(jpeg?.size == size)
        #expect((jpeg?.distanceToTestImage ?? 255) <= 12)
    }

    @Test func higherQualityMakesLargerFiles() throws {
        let image = try PlanarImage(decoding: Self.frames[0])
        let heic = try [1, 50, 100].map { try HEICEncoder.encode(image, quality: $0, exif: []).count }
        #expect(heic[0] < heic[1] && heic[1] < heic[2])
        let jpeg = try [1, 50, 100].map { try JPEGEncoder.encode(image, quality: $0, exif: []).count }
        #expect(jpeg[0] < jpeg[1] && jpeg[1] < jpeg[2])
    }

    @Test func impossibleQualityIsClamped() throws {
        let image = try PlanarImage(decoding: Self.frames[0])
        #expect(
            try JPEGEncoder.encode(image, quality: 400, exif: [])
                == JPEGEncoder.encode(image, quality: 100, exif: []))
        #expect(try HEICEncoder.encode(image, quality: -3, exif: []).count > 100)
    }

    @Test(
        arguments: zip(frames.indices, [(6, 0x80), (6, 0), (1, 0), (1, 0x80), (6, 0x80)] as [(UInt8, UInt8)]))
    func theHEICProfileSaysWhatTheNumbersMean(index: Int, matrixAndRange: (UInt8, UInt8)) throws {
        let image = try PlanarImage(decoding: Self.frames[index])
        let file = try HEICEncoder.encode(image, quality: 90, exif: [])
        // The colr box: type nclx, primaries 1, transfer 13, matrix, and the highest bit for full range.
        let profile = Array("colrnclx".utf8) + [0, 1, 0, 13, 0, matrixAndRange.0, matrixAndRange.1]
        #expect(file.indices.dropLast(profile.count).contains { file[$0...].starts(with: profile) })
    }

    @Test func manyPhotosCanBeEncodedAtOnce() async throws {
        let image = try PlanarImage(decoding: Self.frames[0])
        let expected = try HEICEncoder.encode(image, quality: 80, exif: [])
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try HEICEncoder.encode(image, quality: 80, exif: []) } }
            for try await file in group { #expect(file == expected) }
        }
    }
}
