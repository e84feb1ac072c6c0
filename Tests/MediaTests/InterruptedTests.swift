// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Testing

/// Recordings that were killed, by real processes that are really killed.
@Suite(.serialized) struct InterruptedKillTests {
    private static let seed: UInt64 = 20_240_229
    /// Kills of each kind of file.
    private static let count =
        ProcessInfo.processInfo.environment["TINTYPE_KILL_COUNT"].flatMap { Int($0) } ?? 4
    private let folder = TemporaryFolder()

    @Test(
        .enabled(
            if: Installed.mp4 && Installed.vp8 && Installed.ffmpeg,
            "no x264, VP8, AAC or Opus encoder, or no ffmpeg"),
        .timeLimit(.minutes(3 + count / 10)), arguments: ["mp4", "matroska", "webm", "original"])
    func littleIsLostAndTheRestBecomesAnOrdinaryFile(kind: String) throws {
        let source = kind == "original" ? try coded() : nil
        var random = SeededRandom(seed: Self.seed)
        for round in 0..<Self.count {
            let path = folder.path + "/\(kind)\(round)"
            let recorded =
                try kill(
                    recording: path, kind + (source ?? ""), after: 1200 + Int(random.next() % 1800)) / 1000
            let left = try Probe(path)
            #expect(Double(left.picture.frames) / 30 > recorded - 0.5, "of \(recorded) s")
            // It plays as it is, in another player, too.
            _ = try VideoFacts.poster(path, fitting: PixelSize(width: 160, height: 120))
            let repaired = try folder.file("\(kind)\(round)-repaired")
            let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            try MediaRepair.finish(path, into: repaired.descriptor)
            let after = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            #expect(before == after)
            let whole = try Probe(repaired.path)
            #expect(whole.picture.frames >= left.picture.frames)
            #expect(whole.sound != nil)
            #expect(abs(whole.duration - Double(whole.picture.frames) / 30) < 0.4)
            let times = (try Probe.times(path), try Probe.times(repaired.path))
            for (old, new) in zip(times.0, times.1) { #expect(abs(old - new) < 0.0011) }
            if kind == "mp4" { try finishInPlace(path, like: whole) }
            let facts = try VideoFacts.read(repaired.path)
            #expect(abs(facts.duration / .seconds(1) - whole.duration) < 0.05 && facts.hasSound)
        }
    }

    /// Two seconds of H.264, as a camera sends it.
    private func coded() throws -> String {
        let path = folder.path + "/stream.h264"
        let made = output(
            of: "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=2",
            "-pix_fmt", "yuv420p", "-c:v", "libx264", "-x264-params",
            "aud=1:keyint=30:scenecut=0:bframes=0:slices=1", path)
        try #require(made != nil)
        return "=" + path
    }

    private func finishInPlace(_ path: String, like whole: Probe) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        let tags = VideoWriterSettings.Tags(orientation: PhotoOrientation(turn: .half, isMirrored: false))
        // The second time there is nothing to do.
        for _ in 0..<2 { try MediaRepair.finishInPlace(file.fileDescriptor, tags: tags) }
        let finished = try Probe(path)
        #expect(finished.picture.frames == whole.picture.frames && finished.duration == whole.duration)
        #expect(abs(Int(finished.picture.rotation) ?? 0) == 180)
    }

    /// - Returns: what the program said it had recorded, in milliseconds.
    private func kill(recording path: String, _ kind: String, after milliseconds: Int) throws -> Double {
        let process = Process()
        process.executableURL = builtPrograms.appendingPathComponent("video-stress")
        process.arguments = ["record", path, kind, "20"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let first = pipe.fileHandleForReading.availableData
        // Not a wait for something: the kill comes at a random moment, so that it meets every state.
        usleep(UInt32(milliseconds) * 1000)
        Glibc.kill(process.processIdentifier, SIGKILL)
        let rest = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: first + rest, as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("at ") }, "\(lines.last ?? "")")
        return try #require(lines.last.flatMap { Double($0.dropFirst(3)) })
    }
}

@Suite struct MediaRepairTests {
    private let folder = TemporaryFolder()

    /// What a time-lapse that is killed has lost: nothing, with the first picture too.
    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"), .timeLimit(.minutes(3)))
    func eachPictureThatMayBeMinutesBeforeTheNextIsOnTheDisk() async throws {
        let file = try folder.file("lapse")
        var video = TestVideo()
        video.sound = nil
        video.times = TestVideo.regular(6)
        var settings = video.settings
        settings.fragment = .milliseconds(33)
        settings.writesEachPicture = true
        let writer = try VideoWriter(settings, into: file.descriptor) { Issue.record("\($0)") }
        for number in 0..<6 {
            video.writePicture(number, to: writer, ReleaseCount())
            while try left(of: file.path) <= number { try await Task.sleep(for: .milliseconds(10)) }
            #expect(try left(of: file.path) == number + 1)
        }
        try await writer.finish()
        let whole = try Probe(file.path)
        #expect(whole.picture.frames == 6 && abs(whole.duration - 0.2) < 0.001)
        for (time, expected) in zip(try Probe.times(file.path), video.times) {
            #expect(abs(time - Double(expected) / 1e9) < 0.0001)
        }
    }

    /// How many pictures a repair would find now.
    private func left(of path: String) throws -> Int {
        let repaired = try folder.file("repaired-\(UUID())")
        do throws(MediaFault) { try MediaRepair.finish(path, into: repaired.descriptor) } catch {
            #expect(error.code == .nothingRecorded)
            return 0
        }
        return try Probe(repaired.path).picture.frames
    }

    @Test func emptyFileIsNotRepaired() throws {
        let (empty, result) = (try folder.file("empty"), try folder.file("result"))
        #expect(fault(empty, result)?.code == .nothingRecorded)
        let garbage = try folder.file("garbage")
        var random = SeededRandom(seed: 1)
        try garbage.write((0..<50_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        #expect(fault(garbage, result)?.code == .damaged)
        let zeros = try folder.file("zeros")
        try zeros.write([UInt8](repeating: 0, count: 70_000))
        #expect(fault(zeros, result)?.code == .damaged)
        #expect(throws: MediaFault.self) { try VideoFacts.read(garbage.path) }
        #expect(throws: MediaFault.self) { try VideoFacts.read(folder.path + "/none") }
        #expect(throws: MediaFault.self) { try VideoFacts.read(folder.path) }
    }

    private func fault(_ source: OpenFile, _ result: OpenFile) -> MediaFault? {
        do throws(MediaFault) {
            try MediaRepair.finish(source.path, into: result.descriptor)
            return nil
        } catch {
            return error
        }
    }

    /// Cut at any place and with any bytes changed, nothing hangs and nothing crashes.
    @Test(
        .enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"), .timeLimit(.minutes(10)),
        arguments: [VideoWriterSettings.Container.mp4, .matroska])
    func damageOfEveryKindIsRead(container: VideoWriterSettings.Container) async throws {
        let whole = try folder.file("whole")
        try await TestVideo(container: container, times: TestVideo.regular(30)).record(into: whole)
        let bytes = whole.bytes
        var random = SeededRandom(seed: 7)
        for round in 0..<20 {
            var damaged = bytes
            if round % 2 == 0 {
                damaged.removeLast(Int(random.next() % UInt64(bytes.count)))
            } else {
                for _ in 0..<20 {
                    let place = Int(random.next() % UInt64(bytes.count))
                    damaged[place] = UInt8(truncatingIfNeeded: random.next())
                }
            }
            let (file, result) = (try folder.file("cut\(round)"), try folder.file("result\(round)"))
            try file.write(damaged)
            _ = fault(file, result)
            _ = try? VideoFacts.read(file.path)
            _ = try? VideoFacts.poster(file.path, fitting: PixelSize(width: 64, height: 64))
            #expect(file.bytes == damaged)
        }
    }
}

@Suite struct VideoFactsTests {
    private let folder = TemporaryFolder()

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func aVideoSaysWhatItIs() async throws {
        let file = try folder.file()
        try await TestVideo().record(into: file)
        let facts = try VideoFacts.read(file.path)
        #expect(facts.size == PixelSize(width: 320, height: 240) && facts.hasSound)
        #expect(abs(facts.duration / .seconds(1) - 2) < 0.05)
        let poster = try VideoFacts.poster(file.path, fitting: PixelSize(width: 100, height: 100))
        #expect(poster.size == PixelSize(width: 100, height: 75))
        // The bar is at the left edge, 32 of 320 wide.
        let pixels = bytes(of: poster)
        let (bar, ground) = (pixels[37 * 400 + 3 * 4], pixels[37 * 400 + 60 * 4])
        #expect(bar > 240 && (120...140).contains(ground))
    }

    /// By ffmpeg as well as here: where the bar at the left edge comes to lie.
    @Test(
        .enabled(if: Installed.mp4 && Installed.ffmpeg, "no x264, AAC encoder or ffmpeg"),
        arguments: PhotoOrientation.Turn.allCases, [false, true])
    func aTurnedVideoIsShownTurned(turn: PhotoOrientation.Turn, isMirrored: Bool) async throws {
        let file = try folder.file()
        let tags = VideoWriterSettings.Tags(
            orientation: PhotoOrientation(turn: turn, isMirrored: isMirrored))
        try await TestVideo(sound: nil, tags: tags, times: TestVideo.regular(10)).record(into: file)
        let isUpright = turn == .none || turn == .half
        let size = isUpright ? PixelSize(width: 320, height: 240) : PixelSize(width: 240, height: 320)
        #expect(try VideoFacts.read(file.path).size == size)
        let poster = try VideoFacts.poster(file.path, fitting: size)
        try #require(poster.size == size)
        let raw = folder.path + "/raw"
        _ = output(
            of: "ffmpeg", "-v", "error", "-i", file.path, "-frames:v", "1", "-pix_fmt", "bgr0", "-f",
            "rawvideo",
            raw)
        let reference = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
        try #require(reference.count == size.area * 4)
        let sides = ["left", "above", "right", "below"]
        let side = sides[((isMirrored ? 2 : 0) + turn.rawValue / 90) % 4]
        #expect(brightSide(reference, size) == side)
        #expect(brightSide(bytes(of: poster), size) == side)
    }

    private func bytes(of poster: DecodedPhoto) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: poster.pixels, count: poster.stride * poster.size.height))
    }

    private func brightSide(_ pixels: [UInt8], _ size: PixelSize) -> String? {
        let places = [
            ("left", 4, size.height / 2), ("right", size.width - 5, size.height / 2),
            ("above", size.width / 2, 4), ("below", size.width / 2, size.height - 5),
        ]
        let bright = places.filter { pixels[($0.2 * size.width + $0.1) * 4] > 220 }
        return bright.count == 1 ? bright[0].0 : nil
    }
}
