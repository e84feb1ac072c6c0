// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// What leaves the program is read by decoders that pass nothing over.
@Suite struct StrictJPEGTests {
    private func frame(_ kind: OddJPEG, at milliseconds: Int = 0) -> Frame {
        Frame(
            copying: kind.bytes, layout: OddJPEG.layout,
            arrival: MonotonicTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds))
    }

    private func bytes(_ frame: Frame) -> [UInt8] { frame.withBytes { Array($0) } }

    /// The pixels as other programs decode them, which say nothing about the file.
    private func strictPixels(_ file: [UInt8]) throws -> String {
        let folder = TemporaryFolder()
        let path = folder.file("picture.jpg", file)
        try run("identify", "-regard-warnings", path)
        let words = try run("sh", "-c", "ffmpeg -v error -xerror -i \"$0\" -f null - 2>&1", path)
        #expect(words == "", "\(words)")
        return try run("convert", path, "-depth", "8", "-format", "%#", "info:")
    }

    @Test(arguments: OddJPEG.allCases)
    func everyKindBecomesAVideosPictureThatStrictDecodersRead(kind: OddJPEG) throws {
        let strict = try StrictJPEG()
        let pixels = try strictPixels(bytes(try strict.stored(frame(kind))))
        let plain: OddJPEG = kind == .arithmetic || kind == .progressive ? kind : .plain
        // Our own decoder, which reads every kind, sees the same before.
        if !kind.isDamaged { #expect(try pixels == strictPixels(decodedAsPNM(plain))) }
        #expect(strict.encodedCount == 0)
    }

    @Test(arguments: OddJPEG.allCases.filter { !$0.isDamaged })
    func everyKindBecomesAPhotoThatStrictDecodersRead(kind: OddJPEG) throws {
        let shot = Shot(
            frame: frame(kind), time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "T", node: "", position: .simulated), mode: .automatic,
            format: .jpeg, quality: 90)
        let photo = try PhotoEncoder(software: "T").encode(shot)
        #expect(photo.isWhole && photo.size == OddJPEG.size)
        let plain: OddJPEG = kind == .arithmetic || kind == .progressive ? kind : .plain
        #expect(try strictPixels(photo.bytes) == strictPixels(decodedAsPNM(plain)))
    }

    /// The picture coded anew without loss, by the library itself.
    private func decodedAsPNM(_ kind: OddJPEG) throws -> [UInt8] {
        let strict = try StrictJPEG()
        return bytes(try strict.stored(frame(kind)))
    }

    @Test func aPictureThatIsWellStaysAsItIs() throws {
        let strict = try StrictJPEG()
        let plain = frame(.plain)
        #expect(try strict.stored(plain) === plain)
        #expect(try bytes(strict.stored(frame(.doubledStart))) == OddJPEG.plain.bytes)
    }

    @Test func onceFoundEveryPictureIsCodedAnew() throws {
        let strict = try StrictJPEG()
        _ = try strict.stored(frame(.junkBeforeEnd))
        #expect(try bytes(strict.stored(frame(.junkBeforeEnd, at: 33))) != OddJPEG.junkBeforeEnd.bytes)
    }

    @Test func whatHasNoCoefficientsToKeepIsDecodedAndEncodedAndCounted() throws {
        let frame = Frame(copying: jpegWithChangingTable(OddJPEG.size), layout: OddJPEG.layout)
        let strict = try StrictJPEG()
        let stored = try strict.stored(frame)
        #expect(strict.encodedCount == 1)
        #expect(try strictPixels(bytes(stored)).isEmpty == false)
        // The same picture, but for what coding it loses.
        let (before, after) = (try PlanarImage(decoding: frame), try PlanarImage(decoding: stored))
        #expect(before.isWhole && after.isWhole && after.size == OddJPEG.size)
        let differences = try zip(luma(before), luma(after)).map { abs(Int($0) - Int($1)) }
        #expect(differences.count == OddJPEG.size.area && differences.allSatisfy { $0 <= 16 })
    }

    private func luma(_ image: PlanarImage) throws -> [UInt8] {
        try image.withPlanes { planes in
            (0..<planes.first.rows).flatMap { row in
                UnsafeBufferPointer(
                    start: planes.first.base + row * planes.first.stride, count: planes.size.width)
            }
        }
    }

    @Test func aFrameWithoutAPictureIsRefused() throws {
        let strict = try StrictJPEG()
        let frame = Frame(copying: [0xFF, 0xD8, 0xFF, 0xD9], layout: OddJPEG.layout)
        #expect(throws: ImagingError.self) { try strict.stored(frame) }
    }

    @Test(arguments: [OddJPEG.emptyFirst, .tablesFirst])
    func emptyImagesBeforeTheRealOneArePassedOver(kind: OddJPEG) throws {
        let found = kind.bytes.withUnsafeBytes { MJPEGInspector($0) }
        #expect(found.isWhole && found.size == OddJPEG.size)
        let start = kind.bytes.count - OddJPEG.plain.bytes.count
        #expect(found.imageRange == start..<kind.bytes.count)
        #expect(kind.bytes.withUnsafeBytes { MJPEGInspector.imageStart(in: $0) } == start)
        #expect(try PlanarImage(decoding: frame(kind)).isWhole)
    }
}
