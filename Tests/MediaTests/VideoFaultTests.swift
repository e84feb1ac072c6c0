import CaptureCore
import Foundation
import Glibc
import Media
import Synchronization
import Testing

/// Disks that take no more, while something is being written.
@Suite struct VideoFaultTests {
    @Test(
        .enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"),
        .enabled(if: SmallDisk.isAllowed, "this user may not mount a small tmpfs"),
        arguments: [VideoWriterSettings.Container.mp4, .matroska])
    func aFullDiskIsSaidOnceAndTheRestCanBeRepaired(container: VideoWriterSettings.Container) async throws {
        let disk = try SmallDisk(bytes: 1 << 20)
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
            // Not a wait for something: whoever is faster than the encoder waits for it.
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
    func aFileThatGetsTooLargeIsSaid() throws {
        let folder = TemporaryFolder()
        let stress = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("video-stress").path
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

/// Memory that holds so many bytes and no more, for one test.
final class SmallDisk {
    private let folder = TemporaryFolder()
    let path: String

    init(bytes: Int) throws {
        path = folder.path + "/mounted"
        mkdir(path, 0o755)
        try #require(mount("tintype", path, "tmpfs", 0, "size=\(bytes)") == 0)
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    static let isAllowed: Bool = (try? SmallDisk(bytes: 65536)) != nil

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
