// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@Suite struct RecordingInputTests {
    private func frame(_ milliseconds: Int64, bytes: Int = 16) -> Frame {
        Frame(
            copying: [UInt8](repeating: 0, count: bytes),
            layout: FrameLayout(
                format: .grey, size: PixelSize(width: bytes, height: 1), bytesPerLine: bytes, color: .jpeg),
            arrival: MonotonicTime(nanoseconds: milliseconds * 1_000_000), memory: .shared)
    }

    private func recording() async throws -> FakeRecording {
        let camera = CameraInfo(id: CameraID(rawValue: "a"), name: "A", node: "", position: .external)
        let recorder = FakeRecorder()
        _ = try await recorder.start(
            RecordingOptions(camera: camera, format: .standard, sound: .silent), from: frame(0))
        return recorder.recordings[0]
    }

    @Test func waitingRequestsComeFirst() async throws {
        let (input, recording) = (RecordingInput(), try await recording())
        for time in Int64(1)...3 { input.add(frame(time)) }
        input.open(into: recording)
        input.add(frame(4))
        #expect(recording.times.map { $0.nanoseconds / 1_000_000 } == [0, 1, 2, 3, 4])
        #expect(input.isWhole && recording.missing == 0)
    }

    @Test func framesOfTheLastMomentAreKeptBeforeThePress() async throws {
        let (input, recording) = (RecordingInput(isWaiting: true), try await recording())
        for time in stride(from: Int64(0), through: 2000, by: 33) { input.add(frame(time)) }
        input.begin(after: frame(1900))
        input.add(frame(2013))
        input.open(into: recording)
        #expect(recording.times.dropFirst().map { $0.nanoseconds / 1_000_000 } == [1914, 1947, 1980, 2013])
        #expect(input.isWhole && recording.missing == 0)
    }

    @Test func ringKeepsTheLastMomentAndTheNewestLargeFrames() async throws {
        for (bytes, count) in [(16, 10), (3 << 20, 1)] {
            let (input, recording) = (RecordingInput(isWaiting: true), try await recording())
            for time in stride(from: Int64(0), through: 990, by: 33) { input.add(frame(time, bytes: bytes)) }
            input.begin(after: frame(1))
            input.open(into: recording)
            #expect(recording.times.count - 1 == count)
        }
    }

    @Test func frameThatDoesNotFitIsLeftOut() async throws {
        let (input, recording) = (RecordingInput(), try await recording())
        for time in Int64(1)...5 { input.add(frame(time, bytes: 16 << 20)) }
        #expect(!input.isWhole)
        input.open(into: recording)
        #expect(recording.times.count == 5 && recording.missing == 1)
    }
}
