// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Imaging
@testable import Photos

/// Journal entries as no Tintype wrote them, through reading, encoding and publishing: each becomes a photo, waits, or is
/// set aside; none crashes, hangs or is lost. `FrameFuzzTests` says how to run a million.
@Suite struct EntryFuzzTests {
    private let folder = TemporaryFolder(in: TemporaryFolder.memory)
    private let finisher: ShotFinisher
    private let journal: ShotJournal
    private var shots: String { folder.path + "/shots" }

    init() {
        journal = ShotJournal(path: folder.path + "/shots")
        finisher = ShotFinisher(
            journal: journal, maker: PhotoMaker(encoder: PhotoEncoder(software: "T"), log: { _, _ in }))
    }

    @Test func everyMutatedEntryFindsItsEnd() throws {
        let plan = FuzzPlan(defaultCount: 1500)
        mkdir(shots, 0o700)
        let grant = grant(folder.path)
        var ends = [End: Int]()
        for round in plan.rounds {
            plan.report(round)
            var mutator = Mutator(plan.random(round: round))
            let name = EntryName(slot: 0, run: "fuzz", count: round)
            try Data(entry(&mutator)).write(to: URL(fileURLWithPath: shots + "/" + name.fileName))
            let begin = ContinuousClock.now
            ends[try end(of: name, with: .library(grant), round), default: 0] += 1
            let took = ContinuousClock.now - begin
            #expect(took < .seconds(20), "round \(round), seed \(plan.seed)")
        }
        #expect(ends[.photo, default: 0] > plan.rounds.count / 20, "\(ends)")
        #expect(ends[.damaged, default: 0] > plan.rounds.count / 20, "\(ends)")
    }

    private enum End { case photo, damaged, waiting }

    /// Plays an entry to its end and removes the result.
    private func end(of name: EntryName, with destination: PhotoDestination, _ round: Int) throws -> End {
        let path = shots + "/" + name.fileName
        do throws(ShotFinisher.Failure) {
            let photo = try finisher.finish(name) { _ in [destination] }
            #expect(contents(photo.path)?.isEmpty == false && contents(path) == nil, "round \(round)")
            unlink(photo.path)
            return .photo
        } catch {
            #expect(contents(path) != nil, "round \(round)")
            switch error {
            case .waits:
                unlink(path)
                return .waiting
            case .damaged:
                try journal.setAside(name)
                unlink(shots + "/damaged/" + name.fileName)
                return .damaged
            }
        }
    }

    // MARK: Making entries

    /// Most have right checksums, so that what lies behind them is reached.
    private func entry(_ mutator: inout Mutator) -> [UInt8] {
        var facts = ShotFacts(shot(&mutator), target: .library).list
        if chance(2, &mutator) { spoil(&facts, &mutator) }
        var text = Array(facts.text.utf8)
        if chance(4, &mutator) { text = mutator.mutate(text) }
        var frame = shot(&mutator).frame.withBytes { Array($0) }
        if chance(2, &mutator) { frame = mutator.mutate(frame) }
        let header = EntryHeader(
            factsCount: text.count, frameCount: frame.count, factsChecksum: Checksum.crc32c(text),
            frameChecksum: Checksum.crc32c(frame))
        var bytes = header.bytes
        if chance(4, &mutator) { note(in: &bytes, &mutator) }
        bytes += text + frame
        return chance(4, &mutator) ? mutator.mutate(bytes) : bytes
    }

    private func chance(_ one: Int, _ mutator: inout Mutator) -> Bool {
        Int.random(in: 0..<one, using: &mutator.random) == 0
    }

    private func shot(_ mutator: inout Mutator) -> Shot {
        let size = PixelSize(width: 40, height: 24)
        let raw = testFrame(bar: Int.random(in: 0..<8, using: &mutator.random), size: size)
        guard !chance(3, &mutator), let image = try? PlanarImage(decoding: raw),
            let file = try? JPEGEncoder.encode(image, quality: 60, exif: [])
        else { return testShot(raw, format: .jpeg) }
        let layout = FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg)
        return testShot(testFrame(file, layout), format: .jpeg)
    }

    private func spoil(_ facts: inout FactList, _ mutator: inout Mutator) {
        let names = [
            "time", "time.offset", "frame.format", "frame.width", "frame.height", "frame.stride", "quality",
            "measured.exposure", "measured.zoom.millionths", "measured.point.x", "measured.point.y",
            "orientation.turn", "camera.name", "frame.matrix", "frame.range", "frame.damaged",
        ]
        let values = [
            "0", "1", "-1", "7", "40", "65536", "16384", "2147483648", "-9223372036854775808",
            "9223372036854775807", "18446744073709551616", "", "x", "🜁", "1196444237", "909203022",
        ]
        for _ in 0..<Int.random(in: 1...4, using: &mutator.random) {
            guard let name = names.randomElement(using: &mutator.random) else { continue }
            facts[name] = values.randomElement(using: &mutator.random)
        }
    }

    /// A name that was noted, or nearly.
    private func note(in bytes: inout [UInt8], _ mutator: inout Mutator) {
        let folders = [folder.path + "/Camera", "/nonexistent", "", "relative", shots, "/dev/null"]
        let names = ["x.jpg", "../x.jpg", "", ".", "/etc/passwd", "null"]
        let publication = Publication(
            of: [1, 2, 3], .jpeg, as: names.randomElement(using: &mutator.random) ?? "",
            in: folders.randomElement(using: &mutator.random) ?? "")
        guard var noted = publication.bytes else { return }
        if chance(2, &mutator) { noted = mutator.mutate(noted) }
        bytes.replaceSubrange(
            EntryHeader.publicationRange, with: (noted + [UInt8](repeating: 0, count: 8128)).prefix(8128))
    }
}
