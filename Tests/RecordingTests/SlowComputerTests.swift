import CaptureCore
import Foundation
import Media
import Recording
import Synchronization
import System
import Testing

@testable import Permissions
@testable import Photos

/// A camera whose pictures come faster than this computer encodes them.
@Suite struct SlowComputerTests {
    private let folder = URL.temporaryDirectory.appending(path: "tintype-recording-\(UUID().uuidString)").path
    private let camera = CameraInfo(
        id: CameraID(rawValue: "test"), name: "Acme HD Webcam", node: "", position: .external)

    private static let canRecord =
        MediaLibrary.missingForStandard.isEmpty
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    @Test(.enabled(if: canRecord, "no x264, AAC encoder or ffmpeg"))
    func whatIsTooMuchIsKeptAsItComesAndCompressedAfterwards() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let grant = LibraryGrant(
            folder: LibraryPlace.camera(library: folder).folder,
            owning: Result { () throws(SaveError) in try LibraryFolder.open(.camera(library: folder)) })
        let waiting = Counter()
        let recorder = VideoRecorder(
            journal: folder + "/journal", software: "Test 1",
            rights: VideoRecorder.Rights(
                library: { grant }, saving: { SavingGrant() }, microphone: { nil }),
            compress: { waiting.add() })
        let picture = try picture()
        // Each time less is made of a picture, until nothing is.
        var remedies: [SlownessRemedy?] = []
        repeat {
            remedies.append(try await record(picture, count: 1500, recorder).remedy)
        } while remedies.last == .lessWork && remedies.count < 5
        #expect(remedies.last == .compressionLater && waiting.count == 0)

        let video = try await record(picture, count: 20, recorder)
        #expect(video.path.hasSuffix(".mkv") && video.remedy == nil && waiting.count == 1)
        let recovery = await recorder.recover()
        #expect(recovery.largeCount == 1 && recovery.paths.isEmpty && waiting.count == 2)

        recorder.compressWaiting(grant)
        #expect(!FileManager.default.fileExists(atPath: video.path))
        let facts = try VideoFacts.read(String(video.path.dropLast(3)) + "mp4")
        #expect(facts.size == PixelSize(width: 640, height: 360) && facts.duration >= .milliseconds(600))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/journal").isEmpty)
    }

    /// Noise, as a JPEG.
    private func picture() throws -> [UInt8] {
        let path = folder + "/picture.jpg"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = [
            "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x360,noise=alls=100", "-pix_fmt",
            "yuvj422p",
            "-q:v", "1", "-frames:v", "1", "-update", "1", path,
        ]
        try process.run()
        process.waitUntilExit()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Records this picture so many times, all at once.
    private func record(_ picture: [UInt8], count: Int, _ recorder: VideoRecorder) async throws -> SavedVideo
    {
        let start = MonotonicTime.now + .seconds(-60)
        let wish = RecordingWish(camera: camera, format: .standard, sound: .silent)
        let running = try await recorder.start(wish, from: frame(picture, 0, start))
        for number in 1..<count { running.add(frame(picture, number, start)) }
        return try await running.stop()
    }

    private func frame(_ picture: [UInt8], _ number: Int, _ start: MonotonicTime) -> Frame {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: picture.count, alignment: 64)
        bytes.copyBytes(from: picture)
        let address = UInt(bitPattern: bytes.baseAddress)
        return Frame(
            layout: FrameLayout(
                format: .mjpeg, size: PixelSize(width: 640, height: 360), bytesPerLine: 0, color: .jpeg),
            sequence: UInt32(number), arrival: start + .milliseconds(33 * number), isDamaged: false,
            memory: .own,
            bytes: UnsafeRawBufferPointer(bytes),
            release: { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() })
    }
}

/// Thread-safe.
private final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .acquiring) }

    func add() { value.add(1, ordering: .acquiringAndReleasing) }
}
