// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// The camera's own JPEG: the coded data bit for bit, in a file that every program reads.
@Suite struct OriginalJPEGTests {
    private static let size = PixelSize(width: 160, height: 112)

    /// Quirks of cameras' frames.
    enum Quirk: CaseIterable {
        case none, noHuffmanTables, doubledStart, junkBehind, junkBefore, zerosBehind, fillBytes, ownSegments

        func applied(to jpeg: [UInt8]) -> [UInt8] {
            switch self {
            case .none: jpeg
            case .noHuffmanTables: withoutHuffmanTables(jpeg)
            case .doubledStart: [0xFF, 0xD8] + jpeg
            case .junkBehind: jpeg + [1, 2, 0xFF, 0xD9, 3, 0xFF, 0xD8, 0xFF]
            case .junkBefore: [0, 0xFF, 7] + jpeg
            case .zerosBehind: jpeg + [UInt8](repeating: 0, count: 4096)
            case .fillBytes: jpeg[..<2] + [0xFF, 0xFF, 0xFF] + jpeg[2...]
            case .ownSegments:
                jpeg[..<2] + Self.segment(0xE1, Array("Exif\0\0MM".utf8))
                    + Self.segment(0xE4, [0xFF, 0xD9, 0xFF, 0xDA]) + Self.segment(0xFE, Array("hi".utf8))
                    + jpeg[2...]
            }
        }

        private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker, 0, UInt8(content.count + 2)] + content
        }
    }

    enum Kind: CaseIterable {
        case s422, s420, s444, s440, s411, grey, restarts

        var jpeg: [UInt8] {
            switch self {
            case .s422: testJPEG(size, TJSAMP_422)
            case .s420: testJPEG(size, TJSAMP_420)
            case .s444: testJPEG(size, TJSAMP_444)
            case .s440: testJPEG(size, TJSAMP_440)
            case .s411: testJPEG(size, TJSAMP_411)
            case .grey: testJPEG(size, TJSAMP_GRAY)
            case .restarts: joinedWithRestarts((0..<20).map { flatGreyBlock(UInt8($0 * 12)) })
            }
        }
    }

    private func file(_ frame: [UInt8], exif: [UInt8] = []) throws -> [UInt8]? {
        try frame.withUnsafeBytes { frame in
            guard let original = OriginalJPEG.inspect(frame) else { return nil }
            return try OriginalJPEG.file(of: original, in: frame, exif: exif)
        }
    }

    private func shot(_ frame: [UInt8], _ layout: FrameLayout? = nil, isDamaged: Bool = false) -> Shot {
        let mjpeg = FrameLayout(format: .mjpeg, size: Self.size, bytesPerLine: 0, color: .jpeg)
        return Shot(
            frame: .test(frame, layout ?? mjpeg, isDamaged: isDamaged),
            time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "T", node: "", position: .simulated),
            mode: .automatic, format: .jpeg, quality: 90)
    }

    @Test(arguments: Kind.allCases, Quirk.allCases)
    func theCodedDataIsBitIdentical(kind: Kind, quirk: Quirk) throws {
        let made = try #require(try file(quirk.applied(to: kind.jpeg), exif: [1, 2, 3]))
        // From the first byte behind the scan's header to EOI, which ends the file.
        #expect(coded(made) == coded(kind.jpeg))
        #expect(Array(made.suffix(2)) == [0xFF, 0xD9])
        #expect(Array(made.prefix(4)) == [0xFF, 0xD8, 0xFF, 0xE1])
    }

    /// Every kind with one quirk, every quirk with one kind: each takes four programs.
    private static let pairs: [(Kind, Quirk)] =
        Kind.allCases.map { ($0, .noHuffmanTables) } + Quirk.allCases.map { (.s422, $0) }

    @Test(arguments: pairs)
    func otherProgramsReadTheFileAndSeeTheSamePicture(kind: Kind, quirk: Quirk) throws {
        let photo = try PhotoEncoder(software: "T").encode(shot(quirk.applied(to: kind.jpeg)))
        let folder = TemporaryFolder()
        let path = folder.file("photo.jpg", photo.bytes)
        // ImageMagick's libjpeg warns of everything that is not as it should be.
        try run("identify", "-regard-warnings", path)
        try run("ffmpeg", "-loglevel", "error", "-xerror", "-i", path, "-f", "null", "-")
        let verdict = try run("exiftool", "-validate", "-warning", "-error", "-a", path)
        #expect(verdict.contains(": OK"), "\(verdict)")
        let pixels = try [folder.file("clean.jpg", kind.jpeg), path].map { file in
            try run("convert", file, "-depth", "8", "-format", "%#", "info:")
        }
        #expect(pixels[0] == pixels[1])
    }

    @Test func missingSegmentsAreAdded() throws {
        let whole = try #require(try file(Kind.s420.jpeg))
        let bare = try #require(try file(Quirk.noHuffmanTables.applied(to: Kind.s420.jpeg)))
        #expect(segments(whole, 0xC4).count == segments(Kind.s420.jpeg, 0xC4).count)
        // K.3, from another source: libjpeg writes the standard tables, one a segment.
        let libjpegs = segments(Kind.s420.jpeg, 0xC4).map { Array($0.dropFirst(4)) }
        #expect(Set(StandardHuffmanTables.all.map(\.bytes)) == Set(libjpegs))
        #expect(
            segments(bare, 0xC4).map { Array($0.dropFirst(4)) } == [
                StandardHuffmanTables.all.flatMap(\.bytes)
            ])
    }

    @Test func ofForeignSegmentsOnlyThoseStayThatTheColoursNeed() throws {
        func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
            [0xFF, marker, 0, UInt8(text.utf8.count + 2)] + Array(text.utf8)
        }
        let kept = [segment(0xE2, "ICC_PROFILE\0\u{1}\u{1}x"), segment(0xEE, "Adobe\0d\0\0\0\0\u{1}")]
        let dropped = [
            segment(0xE0, "AVI1"), segment(0xE1, "http://ns.adobe.com/xap/1.0/"), segment(0xE2, "MPF\0"),
            segment(0xEF, "vendor"), segment(0xFE, "comment"),
        ]
        let jpeg = Kind.s422.jpeg
        let made = try #require(try file(jpeg[..<2] + (dropped + kept).flatMap { $0 } + jpeg[2...]))
        for part in kept { #expect(segments(made, part[1]) == [part]) }
        for marker in [0xE0, 0xE1, 0xEF, 0xFE] as [UInt8] { #expect(segments(made, marker) == []) }
    }

    @Test func aFrameThatIsCutShortIsDecodedInstead() throws {
        let jpeg = Kind.s422.jpeg
        for count in stride(from: 0, to: jpeg.count - 1, by: 17) {
            #expect(try file(Array(jpeg[..<count])) == nil)
        }
        let photo = try PhotoEncoder(software: "T").encode(shot(Array(jpeg.dropLast(100))))
        #expect(!photo.isWhole && coded(photo.bytes) != coded(jpeg))
    }

    @Test func aFlaggedFrameIsDecodedInstead() throws {
        let photo = try PhotoEncoder(software: "T").encode(shot(Kind.s422.jpeg, isDamaged: true))
        #expect(!photo.isWhole && coded(photo.bytes) != coded(Kind.s422.jpeg))
    }

    @Test func kindsThatNotEveryProgramReadsAreLeftToTheDecoder() throws {
        var progressive = Kind.s420.jpeg
        let header = try #require(
            progressive.indices.first { progressive[$0...].starts(with: [0xFF, 0xC0]) })
        progressive[header + 1] = 0xC2
        #expect(try file(progressive) == nil)
        var deep = Kind.s420.jpeg
        deep[header + 4] = 12
        #expect(try file(deep) == nil)
    }

    @Test func frameWithoutQuantizersIsNoFile() throws {
        let jpeg = Kind.s420.jpeg
        let start = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDB]) })
        var bare = jpeg
        bare.removeSubrange(start..<(start + 2 + Int(jpeg[start + 3])))
        #expect(try file(bare) == nil)
    }

    @Test func aRawFrameIsEncoded() throws {
        let layout = FrameLayout.raw(.yuyv, Self.size)
        let photo = try PhotoEncoder(software: "T").encode(
            shot(TestImage(size: Self.size).bytes(layout), layout))
        #expect(photo.isWhole && photo.format == .jpeg)
    }

    @Test func greyFormatIsReported() throws {
        let folder = TemporaryFolder()
        for (kind, components) in [(Kind.grey, "1 0 0 0"), (.s420, "1 2 3 0")] {
            let photo = try PhotoEncoder(software: "T").encode(shot(kind.jpeg))
            let path = folder.file("photo.jpg", photo.bytes)
            #expect(try run("exiftool", "-s3", "-n", "-ComponentsConfiguration", path) == components + "\n")
        }
    }

    /// The bytes after the header of the first scan, up to EOI.
    private func coded(_ jpeg: [UInt8]) -> [UInt8] {
        guard let start = segmentStarts(jpeg).last, jpeg[start + 1] == 0xDA else { return [] }
        return Array(jpeg[(start + 2 + Int(jpeg[start + 3]))...])
    }

    private func segments(_ jpeg: [UInt8], _ marker: UInt8) -> [[UInt8]] {
        segmentStarts(jpeg).filter { jpeg[$0 + 1] == marker }.map { start in
            Array(jpeg[start..<(start + 2 + Int(jpeg[start + 2]) << 8 + Int(jpeg[start + 3]))])
        }
    }

    /// Where the segments begin, up to the first SOS.
    private func segmentStarts(_ jpeg: [UInt8]) -> [Int] {
        var starts = [2]
        while let start = starts.last, start + 4 < jpeg.count, jpeg[start] == 0xFF, jpeg[start + 1] != 0xDA {
            starts.append(start + 2 + Int(jpeg[start + 2]) << 8 + Int(jpeg[start + 3]))
        }
        return starts
    }
}
