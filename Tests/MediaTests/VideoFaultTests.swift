// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Synchronization
import Testing

/// Disks that take no more, while something is being written.
@Suite struct VideoFaultTests {
    @Test(
        .enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"),
        .enabled(if: Mount.isAllowed, "this user may not mount a small tmpfs"),
        arguments: [VideoWriterSettings.Container.mp4, .matroska])
    func fullDiskIsReportedOnceAndTheFileCanBeRepaired(container: VideoWriterSettings.Container) async throws
    {
        let disk = try Mount.tmpfs(bytes: 1 << 20)
        let file = try OpenFile(disk.path + "/video")
        let faults = Mutex<[MediaFault]>([])
        let (stream, failed) = AsyncStream.makeStream(of: Void.self)
        let video = TestVideo(
            container: container, size: PixelSize(width: 640, height: 480), isNoisy: true,
            times: TestVideo.regular(900))
        let released = ReleaseCount()
        let writer = try VideoWriter(video.settings, into: file.descriptor) { fault in
            faults.withLock { $0.append(fault) }
            failed.yield()
            failed.finish()
        }
        var count = 0
        while count < 900, faults.withLock({ $0.isEmpty }) {
            // Not a wait for something: it keeps the test from being faster than the encoder.
            while writer.backlog.pictures > 3, faults.withLock({ $0.isEmpty }) { usleep(1000) }
            video.writePicture(count, to: writer, released)
            video.writeSound(from: video.times[count], to: video.times[count + 1], to: writer)
            count += 1
        }
        for await _ in stream {}
        #expect(faults.withLock { $0.map(\.code) } == [.noSpace])
        #expect(!video.writePicture(0, to: writer, released))
        await #expect(throws: faults.withLock { $0[0] }) { try await writer.finish() }
        #expect(released.value == count + 1)
        let folder = TemporaryFolder()
        let repaired = try folder.file()
        try MediaRepair.finish(file.path, into: repaired.descriptor)
        let frames = try Probe(repaired.path).picture.frames
        #expect(frames > 5 && frames < count)
        #expect(disk.names == ["video"])
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func oversizedFileIsReported() throws {
        let folder = TemporaryFolder()
        let stress = builtPrograms.appendingPathComponent("video-stress").path
        let said = output(
            succeeding: false, of: stress, "record", folder.path + "/video", "mp4", "20", "20000")
        #expect(said?.contains("failed fileTooLarge") == true, "\(said ?? "")")
        let repaired = try folder.file("repaired")
        try MediaRepair.finish(folder.path + "/video", into: repaired.descriptor)
        #expect(try Probe(repaired.path).picture.frames > 5)
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func aCancelledRecordingGivesEverythingBack() async throws {
        let folder = TemporaryFolder()
        let file = try folder.file()
        let released = ReleaseCount()
        let video = TestVideo()
        do {
            let writer = try VideoWriter(video.settings, into: file.descriptor) { _ in
                Issue.record("nothing failed")
            }
            video.write(to: writer, released)
            writer.cancel()
            #expect(!video.writePicture(0, to: writer, released))
        }
        // The encoder's threads are waited for.
        for _ in 0..<6000 where released.value < 61 { usleep(10_000) }
        #expect(released.value == 61)
    }
}

@Suite struct PosterTests {
    /// Rolls keep hundreds.
    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func aPosterThatIsKeptKeepsNoDescriptor() throws {
        let folder = TemporaryFolder()
        let stress = builtPrograms.appendingPathComponent("video-stress").path
        let path = folder.path + "/video"
        #expect(output(of: stress, "write", path, "mp4", "4") != nil)
        #expect(output(of: stress, "posters", path, "20") == "descriptors 0\n")
    }
}

/// A short video in a process whose calls to the disk fail, each once by itself, and each with all that follow.
@Suite struct EachWriteFaultTests {
    private static let pictures = 4
    private let folder = TemporaryFolder()
    private let outside = TemporaryFolder()

    /// A call to the disk that fails.
    private struct Fault: Sendable {
        let call: Int
        let errno: Int32
        /// Whether all that follow fail as well.
        let lasts: Bool

        var name: String { "\(call)-\(errno)-\(lasts)" }

        static func each(_ call: Int) -> [Fault] {
            [ENOSPC, EIO].flatMap { errno in
                [false, true].map { Fault(call: call, errno: errno, lasts: $0) }
            }
        }

        /// A disk that is full can be read.
        static func ofReading(_ call: Int) -> [Fault] { each(call).filter { $0.errno == EIO } }

        /// Half of them: most calls have neighbours of the same kind, which get the others.
        static func some(_ call: Int) -> [Fault] {
            each(call).filter { ($0.errno == EIO) == ($0.lasts == (call % 2 == 0)) }
        }
    }

    /// Of a run: which faults it named, and whether the one that was wanted has come.
    private struct Run {
        let faults: [String]
        let hasFaulted: Bool
    }

    @Test(
        .enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"), .timeLimit(.minutes(10)),
        arguments: ["mp4", "matroska"])
    func failedWriterKeepsTheFileAndReportsTheReason(kind: String) async throws {
        // The first call makes the file.
        let count = try await forEachCall(from: 2, Fault.some) { fault in
            let path = folder.path + "/" + kind + fault.name
            let run = try run(["write", path, kind, "\(Self.pictures)"], fault)
            guard run.hasFaulted else {
                #expect(run.faults.isEmpty)
                return false
            }
            let code = fault.errno == ENOSPC ? "failed noSpace" : "failed inputOutput"
            #expect(!run.faults.isEmpty && run.faults.allSatisfy { $0.hasPrefix(code) }, "\(run.faults)")
            try expectNothingLost(path, fault)
            return true
        }
        #expect(count > 2 * Self.pictures)
    }

    /// What the file had before the fault it has when it is repaired. After one failed call it is whole without that, too.
    private func expectNothingLost(_ path: String, _ fault: Fault) throws {
        let name = "\(path) \(fault)"
        let repaired = try folder.file(URL(fileURLWithPath: path).lastPathComponent + "-repaired")
        let left = Seen(path)
        do throws(MediaFault) {
            try MediaRepair.finish(path, into: repaired.descriptor)
        } catch {
            let isNothing = [.nothingRecorded, .damaged].contains(error.code)
            #expect(left.frames == 0 && isNothing, "\(name): \(error)")
            return
        }
        let after = Seen(repaired.path)
        #expect(left.frames > 0 && after.frames >= left.frames, "\(name)")
        #expect(after.isWhole && (left.isWhole || fault.lasts), "\(name): \(left), \(after)")
        _ = try VideoFacts.poster(path, fitting: PixelSize(width: 160, height: 120))
    }

    /// ffmpeg's report on a file.
    private struct Seen {
        /// How many of its pictures can be seen; none if it is no video yet.
        let frames: Int
        /// Whether nothing is missing, and it has a length, which Matroska's repair leaves out for a single picture.
        let isWhole: Bool

        init(_ path: String) {
            let said = output(
                succeeding: false, of: "sh", "-c",
                "ffprobe -v error -count_frames -select_streams v -show_entries "
                    + "stream=nb_read_frames:format=duration -of csv=p=0 \"$0\" 2>&1", path)
            let lines = (said ?? "").split(separator: "\n")
            frames = lines.compactMap { Int($0) }.first ?? 0
            isWhole = lines.count == 2 && (frames == 1 || lines.last.flatMap { Double($0) } ?? 0 > 0)
        }
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"), .timeLimit(.minutes(10)))
    func aRepairThatFailsCanBeMadeAgain() async throws {
        let whole = folder.path + "/interrupted"
        // Interrupted before its index.
        _ = try run(["write", whole, "mp4", "\(Self.pictures)"], Fault(call: 20, errno: EIO, lasts: true))
        let whatThereIs = Seen(whole).frames
        try #require(whatThereIs > 1)
        let count = try await forEachCall(from: 2, Fault.each) { fault in
            let path = folder.path + "/copy" + fault.name
            try FileManager.default.copyItem(atPath: whole, toPath: path)
            let run = try run(["finish", path], fault, withReads: true)
            guard run.hasFaulted else {
                #expect(run.faults.isEmpty)
                return false
            }
            // Neither is a file that can't be read taken for a damaged one, or for one that ends there.
            let code = fault.errno == ENOSPC ? "" : "failed inputOutput"
            #expect(run.faults.count == 1 && run.faults.allSatisfy { $0.hasPrefix(code) }, "\(run.faults)")
            #expect(Seen(path).frames >= whatThereIs, "\(fault.name)")
            let again = try self.run(["finish", path], nil)
            #expect(again.faults.isEmpty && Seen(path).frames >= whatThereIs, "\(fault.name)")
            return true
        }
        #expect(count > 2)
    }

    @Test(
        .enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"), .timeLimit(.minutes(10)),
        arguments: ["mp4", "matroska"])
    func aDisksFaultWhileReadingIsSaidAsOne(kind: String) async throws {
        let whole = folder.path + "/" + kind
        #expect(try run(["write", whole, kind, "\(Self.pictures)"], nil).faults.isEmpty)
        let failed = Mutex(0)
        let count = try await forEachCall(from: 1, Fault.ofReading) { fault in
            let run = try run(["poster", whole], fault, withReads: true)
            #expect(run.faults.allSatisfy { $0.hasPrefix("failed inputOutput") }, "\(fault): \(run.faults)")
            failed.withLock { $0 += run.faults.count }
            return run.hasFaulted
        }
        #expect(count > 2 && failed.withLock { $0 } >= count)
    }

    /// Tries one call after the other, some at the same time, until there is none with this number.
    ///
    /// - Returns: the number of calls.
    private func forEachCall(
        from first: Int, _ faults: (Int) -> [Fault], _ body: @escaping @Sendable (Fault) throws -> Bool
    ) async throws -> Int {
        for call in first... {
            let isThere = try await withThrowingTaskGroup(of: Bool.self) { group in
                for fault in faults(call) { group.addTask { try body(fault) } }
                return try await group.reduce(false) { $0 || $1 }
            }
            if !isThere { return call - 1 }
        }
        return 0
    }

    /// - Parameter fault: nil for none.
    private func run(_ words: [String], _ fault: Fault?, withReads: Bool = false) throws -> Run {
        let mark = outside.path + "/mark-\(UUID())"
        let process = Process()
        process.executableURL = builtPrograms.appendingPathComponent("video-stress")
        process.arguments = words
        var environment = ProcessInfo.processInfo.environment
        environment["LD_PRELOAD"] = builtPrograms.appendingPathComponent("libFaultInjector.so").path
        environment["TINTYPE_FAULT_UNDER"] = folder.path
        environment["TINTYPE_FAULT_AT"] = fault.map { String($0.call) }
        environment["TINTYPE_FAULT_ERRNO"] = fault.map { String($0.errno) }
        environment["TINTYPE_FAULT_MARK"] = mark
        if withReads { environment["TINTYPE_FAULT_READS"] = "1" }
        // This folder is there for as long as the test.
        if fault?.lasts == true { environment["TINTYPE_FAULT_WHILE"] = outside.path }
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let said = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
        return Run(
            faults: lines.filter { $0.hasPrefix("failed ") },
            hasFaulted: FileManager.default.fileExists(atPath: mark))
    }
}
