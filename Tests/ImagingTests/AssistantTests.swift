// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Peaking, zebra and histogram against pictures whose answers are known.
@Suite struct AssistantPictureTests {
    private static let size = PixelSize(width: 203, height: 61)

    /// A picture with the grey value that `gray` gives for each pixel.
    private func picture(_ gray: (Int, Int) -> UInt8) throws -> Picture {
        let frame = Frame.raw(.grey, PixelSize(width: 4, height: 4))
        return try PicturePool().picture(size: Self.size, isMirrored: false, frame: frame) { pixels, stride in
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let value = UInt32(gray(x, y))
                    pixels.storeBytes(
                        of: value | value << 8 | value << 16 | 0xFF00_0000,
                        toByteOffset: y * stride + 4 * x, as: UInt32.self)
                }
            }
        }
    }

    private func marks(_ mask: PictureMask?) throws -> [[Bool]] {
        let mask = try #require(mask)
        return (0..<mask.size.height).map { y in
            (0..<mask.size.width).map { x in
                mask.bytes.load(fromByteOffset: y * mask.stride + x, as: UInt8.self) == 255
            }
        }
    }

    @Test func aSharpEdgeIsMarkedAndABlurredOneIsNot() throws {
        let sharp = try picture { x, _ in x < 100 ? 40 : 200 }
        let blurred = try picture { x, _ in UInt8(clamping: 40 + max(0, min(160, (x - 80) * 4))) }
        let found = try marks(PictureAnalyst().findings(in: sharp, .peaking).peaking)
        for (y, line) in found.enumerated() {
            let columns = line.indices.filter { line[$0] }
            #expect(columns == (y == 0 || y == Self.size.height - 1 ? [] : [99, 100]))
        }
        let soft = try marks(PictureAnalyst().findings(in: blurred, .peaking).peaking)
        #expect(!soft.contains { $0.contains(true) })
    }

    @Test func noiseIsNotSharp() throws {
        var random = SeededRandom(seed: 3)
        let noisy = try picture { _, _ in UInt8.random(in: 124...132, using: &random) }
        let found = try marks(PictureAnalyst().findings(in: noisy, .peaking).peaking)
        #expect(!found.contains { $0.contains(true) })
    }

    @Test func clippedHighlightsAreStripedAndNothingElse() throws {
        let picture = try picture { x, _ in x < 100 ? 255 : 240 }
        let found = try marks(PictureAnalyst().findings(in: picture, .zebra).zebra)
        let clipped = found.flatMap { $0[..<100] }
        #expect(!found.contains { $0[100...].contains(true) })
        // Half of it, so that what is below can be seen.
        let share = Double(clipped.count { $0 }) / Double(clipped.count)
        #expect((0.4...0.6).contains(share))
    }

    @Test func theHistogramCountsEveryOtherPixel() throws {
        let picture = try picture { x, _ in x < 100 ? 0 : 255 }
        let histogram = try #require(try PictureAnalyst().findings(in: picture, .histogram).histogram)
        let (columns, lines) = (UInt32(102), UInt32(31))
        for bins in [histogram.luma, histogram.red, histogram.green, histogram.blue] {
            #expect(bins.first == 50 * lines && bins.last == (columns - 50) * lines)
            #expect(bins.reduce(0, +) == columns * lines)
        }
    }

    @Test func onlyRequestedMasksAreMade() throws {
        let findings = try PictureAnalyst().findings(in: try picture { _, _ in 255 }, .histogram)
        #expect(findings.peaking == nil && findings.zebra == nil && findings.histogram != nil)
    }

    @Test func pooledMemoryIsReused() throws {
        let analyst = PictureAnalyst()
        let picture = try picture { _, _ in 255 }
        var first: PictureMask? = try analyst.findings(in: picture, .zebra).zebra
        let address = first?.bytes
        first = nil
        #expect(try analyst.findings(in: picture, .zebra).zebra?.bytes == address)
    }

    @Test(arguments: [(1, 1), (2, 2), (1, 9), (3, 3)])
    func tinyPicturesAreFine(_ width: Int, _ height: Int) throws {
        var luma = [UInt8](repeating: 255, count: width * height)
        var mask = [UInt8](repeating: 9, count: width * height)
        luma.withUnsafeMutableBufferPointer { luma in
            let plane = Plane(
                base: UnsafePointer(luma.baseAddress.unsafelyUnwrapped), stride: width, bytesPerRow: width,
                rows: height)
            mask.withUnsafeMutableBufferPointer {
                LumaMarks.peaking(plane, threshold: 1, to: $0.baseAddress.unsafelyUnwrapped, stride: width)
            }
        }
        #expect(!mask.contains(255))
    }
}
