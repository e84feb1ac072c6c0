// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

@Suite struct FrameArrangerTests {
    /// Brightness of the pixels of a picture, line by line.
    private func arranged(
        _ luma: [[UInt8]], _ arrangement: FrameArrangement, _ format: PixelFormat = .grey
    ) throws -> [[UInt8]] {
        let size = PixelSize(width: luma[0].count, height: luma.count)
        let step = format == .yuyv ? 2 : 1
        var bytes: [UInt8] = []
        for level in luma.joined() { bytes += [level, 128].prefix(step) }
        let layout = FrameLayout(
            format: format, size: size, bytesPerLine: step * size.width, color: .jpeg)
        let made = FrameArranger.layout(of: layout, arrangement)
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: try #require(made.wholeByteCount), alignment: 64)
        defer { memory.deallocate() }
        let isWhole = try FrameArranger().arrange(
            Frame(copying: bytes, layout: layout), arrangement, to: made, into: memory)
        #expect(isWhole && made.format == .yuv420)
        let result = [UInt8](memory)
        let chroma = Array(result[made.size.area...])
        #expect(chroma == [UInt8](repeating: 128, count: chroma.count))
        var lines: [[UInt8]] = []
        for row in 0..<made.size.height {
            lines.append(Array(result[(row * made.size.width)..<((row + 1) * made.size.width)]))
        }
        return lines
    }

    private let picture: [[UInt8]] = [[1, 2, 3, 4], [5, 6, 7, 8]]

    @Test(arguments: [
        (PhotoOrientation.Turn.quarter, false, [[5, 1], [6, 2], [7, 3], [8, 4]] as [[UInt8]]),
        (.half, false, [[8, 7, 6, 5], [4, 3, 2, 1]]),
        (.threeQuarters, false, [[4, 8], [3, 7], [2, 6], [1, 5]]),
        (.none, true, [[4, 3, 2, 1], [8, 7, 6, 5]]),
        (.quarter, true, [[8, 4], [7, 3], [6, 2], [5, 1]]),
    ])
    func framesAreTurned(turn: PhotoOrientation.Turn, isMirrored: Bool, expected: [[UInt8]]) throws {
        let arrangement = FrameArrangement(orientation: PhotoOrientation(turn: turn, isMirrored: isMirrored))
        for format in [PixelFormat.grey, .yuyv] {
            #expect(try arranged(picture, arrangement, format) == expected)
        }
    }

    @Test func fieldsAreWoven() throws {
        let (first, second): ([[UInt8]], [[UInt8]]) = ([[10, 11], [20, 21]], [[15, 16], [25, 26]])
        let woven: [[UInt8]] = [[10, 11], [15, 16], [20, 21], [25, 26]]
        #expect(try arranged(first + second, FrameArrangement(lines: .topFieldFirst)) == woven)
        #expect(try arranged(second + first, FrameArrangement(lines: .bottomFieldFirst)) == woven)
    }

    @Test func aSingleFieldGetsItsPicturesHeightAtItsPlace() throws {
        let field: [[UInt8]] = [[10, 11], [20, 21]]
        #expect(
            try arranged(field, FrameArrangement(lines: .topFieldOnly)) == [
                [10, 11], [10, 11], [20, 21], [20, 21],
            ])
        #expect(
            try arranged(field, FrameArrangement(lines: .bottomFieldOnly)) == [
                [10, 11], [10, 11], [10, 11], [20, 21],
            ])
    }

    @Test func motionJPEGIsTurnedToo() throws {
        let arrangement = FrameArrangement(orientation: PhotoOrientation(turn: .quarter, isMirrored: false))
        let frame = Frame(copying: OddJPEG.plain.bytes, layout: OddJPEG.layout)
        let layout = FrameArranger.layout(of: frame.layout, arrangement)
        #expect(layout.size == PixelSize(width: 48, height: 64))
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: try #require(layout.wholeByteCount), alignment: 64)
        defer { memory.deallocate() }
        #expect(try FrameArranger().arrange(frame, arrangement, to: layout, into: memory))
    }

    @Test func aFrameOfAnotherSizeIsDamaged() throws {
        let other = FrameLayout(
            format: .mjpeg, size: PixelSize(width: 32, height: 32), bytesPerLine: 0, color: .jpeg)
        let arrangement = FrameArrangement(orientation: PhotoOrientation(turn: .half, isMirrored: false))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 32 * 2, alignment: 64)
        defer { memory.deallocate() }
        #expect(throws: ImagingError.self) {
            try FrameArranger().arrange(
                Frame(copying: OddJPEG.plain.bytes, layout: other), arrangement,
                to: FrameArranger.layout(of: other, arrangement), into: memory)
        }
    }
}
