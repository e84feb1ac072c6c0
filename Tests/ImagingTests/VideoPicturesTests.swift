// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import Imaging

/// The pictures for video encoders.
@Suite struct VideoPicturesTests {
    private func frame(_ luma: UInt8, _ chroma: UInt8, _ size: PixelSize, _ range: ColorDescription.Range)
        -> Frame
    {
        frame(size, range) { $0 % 2 == 0 ? luma : chroma }
    }

    /// - Parameter byte: at each place of a frame in YUYV without gaps.
    private func frame(
        _ size: PixelSize, _ range: ColorDescription.Range, _ byte: (Int) -> UInt8
    ) -> Frame {
        Frame(
            copying: (0..<size.area * 2).map(byte),
            layout: FrameLayout(
                format: .yuyv, size: size, bytesPerLine: size.width * 2,
                color: ColorDescription(matrix: .bt601, range: range)))
    }

    private func draw(_ frame: Frame, _ framing: PhotoFraming = .asDelivered) throws -> (
        VideoPictures, [UInt8]
    ) {
        let pictures = try VideoPictures(framing, like: frame)
        var bytes = [UInt8](repeating: 0, count: pictures.byteCount)
        try bytes.withUnsafeMutableBytes { _ = try pictures.draw(frame, into: $0) }
        return (pictures, bytes)
    }

    /// ITU-R BT.601: black and white are 16 and 235, and no chroma is 128, whatever the camera's range.
    @Test(arguments: [(0, 16), (255, 235), (128, 126)] as [(UInt8, UInt8)])
    func fullRangeBecomesLimited(_ from: UInt8, _ to: UInt8) throws {
        let size = PixelSize(width: 32, height: 16)
        let (pictures, bytes) = try draw(frame(from, 128, size, .full))
        #expect(pictures.color == ColorDescription(matrix: .bt601, range: .limited))
        #expect(bytes[..<size.area].allSatisfy { $0 == to })
        #expect(bytes[size.area...].allSatisfy { $0 == 128 })
    }

    @Test(arguments: [(0, 16), (255, 240)] as [(UInt8, UInt8)])
    func chromaBecomesLimited(_ from: UInt8, _ to: UInt8) throws {
        let size = PixelSize(width: 32, height: 16)
        let (_, bytes) = try draw(frame(0, from, size, .full))
        #expect(bytes[size.area...].allSatisfy { $0 == to })
    }

    @Test func limitedRangeStays() throws {
        let (_, bytes) = try draw(frame(77, 99, PixelSize(width: 32, height: 16), .limited))
        #expect(bytes[0] == 77 && bytes[bytes.count - 1] == 99)
    }

    @Test func oddSidesBecomeEven() throws {
        let part = PhotoFraming(portion: PixelRect(x: 2, y: 2, width: 17, height: 9))
        let (pictures, bytes) = try draw(frame(50, 128, PixelSize(width: 32, height: 16), .limited), part)
        #expect(pictures.size == PixelSize(width: 16, height: 8))
        #expect(bytes.count == 16 * 8 * 3 / 2 && bytes[..<128].allSatisfy { $0 == 50 })
    }

    @Test func mirroredPictureIsFlipped() throws {
        let ramp = frame(PixelSize(width: 32, height: 2), .limited) {
            $0 % 2 == 0 ? UInt8($0 / 2 % 32) + 16 : 128
        }
        let (_, drawn) = try draw(ramp, PhotoFraming(isMirrored: true))
        #expect(Array(drawn[..<32]) == (0..<32).map { 47 - UInt8($0) })
    }

    @Test func anotherSizeIsRefused() throws {
        let pictures = try VideoPictures(
            .asDelivered, like: frame(0, 0, PixelSize(width: 32, height: 16), .limited))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: pictures.byteCount, alignment: 1)
        defer { memory.deallocate() }
        let other = frame(0, 0, PixelSize(width: 16, height: 16), .limited)
        #expect(throws: ImagingError.self) { try pictures.draw(other, into: memory) }
    }

    /// The person zooms meanwhile: the part becomes as large as the pictures, mirrored or not, whatever its shape.
    @Test(
        arguments: [
            PixelRect(x: 16, y: 0, width: 16, height: 16), PixelRect(x: 20, y: 4, width: 8, height: 4),
            PixelRect(x: 16, y: 2, width: 4, height: 14),
        ], [false, true])
    func otherPartOfTheFrameHasTheSameSize(part: PixelRect, isMirrored: Bool) throws {
        let size = PixelSize(width: 32, height: 16)
        // Dark and blue on the left, bright and grey on the right.
        let halves = frame(size, .limited) { index in
            let isLeft = index % 64 < 32
            return index % 2 == 0 ? (isLeft ? 40 : 200) : (isLeft ? 180 : 128)
        }
        let pictures = try VideoPictures(PhotoFraming(isMirrored: isMirrored), like: halves)
        var bytes = [UInt8](repeating: 0, count: pictures.byteCount)
        try bytes.withUnsafeMutableBytes { _ = try pictures.draw(halves, portion: part, into: $0) }
        #expect(bytes[..<size.area].allSatisfy { $0 == 200 } && bytes[size.area...].allSatisfy { $0 == 128 })
        try bytes.withUnsafeMutableBytes {
            _ = try pictures.draw(halves, portion: PixelRect(size), into: $0)
        }
        #expect(bytes[isMirrored ? 31 : 0] == 40 && bytes[isMirrored ? 0 : 31] == 200)
    }
}
