// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Synchronization
import Testing

@testable import Photos

/// An entry's contents, and what makes them valid.
@Suite struct EntryTests {
    private let folder = TemporaryFolder()
    private let name = EntryName(slot: 0, run: "test", count: 1)
    private var path: String { folder.path + "/" + name.fileName }

    /// Every fact differs from a reader's default.
    private let shot: Shot = {
        let layout = FrameLayout(
            format: .mjpeg, size: PixelSize(width: 1280, height: 721), bytesPerLine: 3,
            color: ColorDescription(matrix: .bt709, range: .full))
        return Shot(
            frame: testFrame((0..<5000).map { UInt8($0 % 253) }, layout),
            time: WallTime(nanosecondsSince1970: -1_234_567_890_123, offsetFromUTC: -5400),
            camera: CameraInfo(
                id: CameraID(rawValue: "usb-1=2"), name: "Kamera\n\\n „Ä“", node: "/dev/video7",
                position: .builtIn),
            mode: .professional, format: .jpeg, quality: 71,
            orientation: PhotoOrientation(turn: .threeQuarters, isMirrored: true),
            measured: MeasuredSettings(
                exposureTime: .microseconds(15_600), isExposureAutomatic: false,
                isWhiteBalanceAutomatic: true, digitalZoom: 1.25,
                pointOfInterest: PixelPoint(x: 640, y: 17)),
            framing: PhotoFraming(
                portion: PixelRect(x: 4, y: 2, width: 640, height: 360), isMirrored: true))
    }()

    private func write(_ target: PhotoTarget = .library) throws -> [UInt8] {
        try EntryFile.write(shot, target: target, as: name, in: try Folder.open(folder.path))
        return try #require(contents(path))
    }

    private func read() throws -> (shot: Shot, target: PhotoTarget, publication: Publication?) {
        let entry = try EntryReader.open(name, in: try Folder.open(folder.path))
        let facts = try entry.facts()
        return (try entry.shot(facts), facts.target, entry.publication)
    }

    private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

    private func isDamaged() -> Bool {
        do {
            _ = try read()
            return false
        } catch {
            return error as? EntryFault == .damaged
        }
    }

    @Test(arguments: [.library, .file("/home/ada/a=b\nc.jpg")] as [PhotoTarget])
    func writtenEntryReadsBack(target: PhotoTarget) throws {
        _ = try write(target)
        let entry = try read()
        #expect(ShotFacts(entry.shot, target: entry.target) == ShotFacts(shot, target: target))
        #expect(entry.shot.frame.withBytes { Array($0) } == shot.frame.withBytes { Array($0) })
        #expect(entry.shot.frame.isDetached && entry.publication == nil)
        #expect(folder.names(in: "") == [name.fileName])
    }

    /// The checksum is that of the written bytes.
    @Test func changingFrameIsJournalled() throws {
        let pages = try #require(SharedPages(count: 1 << 18))
        let turn = Atomic(0)
        let writer = BackgroundLoop {
            let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
            pages.write(UInt8(truncatingIfNeeded: number), at: number % pages.count)
        }
        defer { writer.stop() }
        let frame = Frame(
            layout: shot.frame.layout, sequence: 0, arrival: shot.frame.arrival, isDamaged: false,
            bytes: pages.bytes, release: { withExtendedLifetime(pages) {} })
        for _ in 0..<8 {
            try EntryFile.write(
                shot.with(frame: frame), target: .library, as: name, in: try Folder.open(folder.path))
            #expect(!isDamaged())
        }
    }

    @Test func journalIsReadableByTheUserOnly() throws {
        _ = try write()
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func aShotKnowsItsSize() throws {
        #expect(try write().count == EntryFile.size(of: shot, target: .library))
    }

    @Test func everyFlippedBitIsFound() throws {
        let whole = try write()
        let body = stride(from: EntryHeader.bodyOffset, to: whole.count, by: 29)
        let checked = Array(0..<36) + Array(body) + [whole.count - 1]
        for index in checked {
            var bytes = whole
            bytes[index] ^= 1 << UInt8(index % 8)
            try put(bytes)
            #expect(isDamaged(), "byte \(index)")
        }
    }

    @Test func everyOtherLengthIsFound() throws {
        let whole = try write()
        for count in [0, 1, 7, 8, 35, 36, 63, 64, 8191, 8192, 8193, whole.count - 5000, whole.count - 1] {
            try put(Array(whole[..<count]))
            #expect(isDamaged(), "\(count) bytes")
        }
        try put(whole + [0])
        #expect(isDamaged())
    }

    @Test func factsWithoutATimeAreDamage() throws {
        var list = ShotFacts(shot, target: .library).list
        list["time"] = nil
        #expect(ShotFacts(list) == nil)
        list.set("time", number: 0)
        list.set("time.offset", number: Int.max)
        #expect(ShotFacts(list) == nil)
    }

    @Test func unknownFactsAreSkipped() throws {
        var list = ShotFacts(shot, target: .library).list
        list["weather"] = "fair"
        #expect(ShotFacts(list) == ShotFacts(shot, target: .library))
    }

    @Test func anotherVersionIsLeftAlone() throws {
        var bytes = try write()
        bytes[8] = 2
        let sum = Checksum.crc32c(Array(bytes[..<32]))
        bytes.replaceSubrange(32..<36, with: withUnsafeBytes(of: sum.littleEndian) { Array($0) })
        try put(bytes)
        #expect(throws: EntryFault.otherVersion) { try read() }
    }

    @Test func folderNamedLikeAnEntryIsDamage() {
        mkdir(path, 0o755)
        #expect(isDamaged())
    }

    @Test func aNotedNameIsRead() throws {
        _ = try write()
        let long = String(repeating: "ä", count: 2000)
        for folderName in ["/a/b", "/" + long] {
            let publication = Publication(of: [1, 2, 3], .jpeg, as: "IMG_1=\n.jpg", in: folderName)
            try EntryFile.note(publication, in: name, try Folder.open(folder.path))
            #expect(try read().publication == publication)
        }
        try EntryFile.note(nil, in: name, try Folder.open(folder.path))
        #expect(try read().publication == nil)
    }

    @Test func aTornNoteIsNone() throws {
        let before = try write()
        let publication = Publication(of: [1, 2, 3], .jpeg, as: "IMG.jpg", in: "/a/b")
        try EntryFile.note(publication, in: name, try Folder.open(folder.path))
        let after = try #require(contents(path))
        for cut in stride(from: 65, to: 140, by: 5) {
            try put(Array(after[..<cut]) + before[cut...])
            #expect(try read().publication == nil, "torn at \(cut)")
        }
    }
}
