// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Platform
import Recording
import Synchronization
import Testing

@testable import Permissions
@testable import Photos

/// Shared by tests of whole recordings: a library, a recorder, and a camera whose pictures are all the same.
final class RecordingTest {
    static let canRecord =
        MediaLibrary.missingForStandard.isEmpty
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    private let place = TemporaryFolder()
    var folder: String { place.path }
    let grant: LibraryGrant
    let recorder: VideoRecorder
    /// How often a video waited for its compression.
    let waiting = Counter()
    private let size: PixelSize
    private let picture: [UInt8]
    private let camera = CameraInfo(
        id: CameraID(rawValue: "test"), name: "Acme HD Webcam", node: "", position: .external)

    /// - Parameter noise: of the pictures, which makes them large; without they are small, so that thousands fit into
    ///   the recording's queue.
    convenience init(_ size: PixelSize, noise: Int) throws {
        let folder = TemporaryFolder()
        self.init(try Self.picture(size, noise, folder.path + "/picture.jpg"), size)
    }

    /// - Parameter picture: a JPEG.
    init(_ picture: [UInt8], _ size: PixelSize) {
        let folder = place.path
        let grant = LibraryGrant(
            folder: LibraryPlace.camera(library: folder).folder
        ) { () throws(SaveError) in try LibraryFolder.open(.camera(library: folder)) }
        (self.grant, self.size, self.picture) = (grant, size, picture)
        recorder = VideoRecorder(
            journal: folder + "/journal", software: "Test 1",
            rights: VideoRecorder.Rights(
                library: { grant }, saving: { SavingGrant() }, microphone: { nil }),
            videos: folder + "/Videos",
            compress: { [waiting] in waiting.add() })
    }

    /// Records a picture at each of these times, all at once.
    func record(
        _ times: [Duration], _ pace: RecordingPace = .normal, _ format: VideoFormat = .standard
    ) async throws -> SavedVideo {
        let start = MonotonicTime.now + (.zero - (times.last ?? .zero)) + .seconds(-60)
        var options = RecordingOptions(camera: camera, format: format, sound: .silent)
        options.pace = pace
        let running = try await recorder.start(options, from: frame(0, start))
        for (number, time) in times.enumerated().dropFirst() { running.add(frame(number, start + time)) }
        return try await running.stop()
    }

    /// Begins a recording whose pictures come now; `add` continues it.
    func start(_ format: VideoFormat, file: String? = nil) async throws -> any RunningRecording {
        let options = RecordingOptions(camera: camera, format: format, sound: .silent, file: file)
        return try await recorder.start(options, from: frame(0, .now))
    }

    /// A picture of this moment.
    func add(to running: any RunningRecording) {
        count += 1
        running.add(frame(count, .now))
    }

    /// Pictures after the first.
    private(set) var count = 0

    /// When each picture is shown, in seconds, as another program reads it.
    static func shownTimes(_ path: String) throws -> [Double] {
        let text = try run(
            "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of",
            "csv=p=0", path)
        return text.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }.sorted()
    }

    private static func picture(_ size: PixelSize, _ noise: Int, _ path: String) throws -> [UInt8] {
        try run(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
            "testsrc2=size=\(size.width)x\(size.height),noise=alls=\(noise)",
            "-pix_fmt", "yuvj422p", "-q:v", noise > 0 ? "1" : "31", "-frames:v", "1", "-update", "1", path)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func frame(_ number: Int, _ time: MonotonicTime) -> Frame {
        Frame(
            copying: picture, layout: FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg),
            sequence: UInt32(number), arrival: time)
    }
}

/// Thread-safe.
final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .acquiring) }

    func add() { value.add(1, ordering: .acquiringAndReleasing) }
}
