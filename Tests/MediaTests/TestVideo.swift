// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Media
import Synchronization

/// A recording made up: a bright bar that moves over grey, and a tone.
struct TestVideo {
    var container = VideoWriterSettings.Container.mp4
    var size = PixelSize(width: 320, height: 240)
    var encoder = PictureEncoder.x264
    var matrix = ColorDescription.Matrix.bt601
    var sound: VideoWriterSettings.Sound? = Installed.aac.map {
        VideoWriterSettings.Sound(rate: 48_000, channels: 2, coding: .encoded($0))
    }
    var tags = VideoWriterSettings.Tags()
    /// Whether all pixels change, so that many bytes are written.
    var isNoisy = false
    /// In nanoseconds: when each picture is shown, and the end of the last.
    var times = TestVideo.regular(60)

    static func regular(_ count: Int) -> [Int64] { (0...count).map { Int64($0) * 1_000_000_000 / 30 } }

    var settings: VideoWriterSettings {
        VideoWriterSettings(
            container: container,
            picture: .raw(
                size, matrix,
                VideoWriterSettings.PictureEncoding(
                    encoder: encoder, speed: .ultrafast, bitsPerSecond: 1_000_000)),
            rate: FrameRate(30), sound: sound, tags: tags)
    }

    /// Everything at once, as fast as it is taken.
    func write(to writer: VideoWriter, _ released: ReleaseCount = ReleaseCount()) {
        for number in 0..<(times.count - 1) {
            writePicture(number, to: writer, released)
            writeSound(from: times[number], to: times[number + 1], to: writer)
        }
    }

    @discardableResult func writePicture(
        _ number: Int, to writer: VideoWriter, _ released: ReleaseCount
    ) -> Bool {
        let bytes = picture(number)
        let address = UInt(bitPattern: bytes.baseAddress)
        return writer.writePicture(
            UnsafeRawBufferPointer(bytes), at: times[number], duration: times[number + 1] - times[number]
        ) {
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
            released.add()
        }
    }

    func picture(_ number: Int) -> UnsafeMutableRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 3 / 2, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 128)
        if isNoisy {
            var random = SeededRandom(seed: UInt64(number))
            for index in 0..<size.area { bytes[index] = UInt8(64 + random.next() % 128) }
        }
        for line in 0..<size.height {
            let start = line * size.width + number * 4 % (size.width - 32)
            for column in start..<(start + 32) { bytes[column] = 235 }
        }
        return bytes
    }

    func writeSound(from start: Int64, to end: Int64, to writer: VideoWriter) {
        guard let sound else { return }
        let samples = Self.tone(from: start, to: end, sound)
        let first = start * Int64(sound.rate) / 1_000_000_000
        samples.withUnsafeBytes {
            _ = writer.writeSound($0, at: first * 1_000_000_000 / Int64(sound.rate))
        }
    }

    /// 440 Hz, all samples from one moment to another.
    static func tone(from start: Int64, to end: Int64, _ form: VideoWriterSettings.Sound) -> [Int16] {
        let rate = Int64(form.rate)
        return (start * rate / 1_000_000_000..<end * rate / 1_000_000_000).flatMap { sample in
            let value = Int16(8000 * sin(Double(sample) * 440 * 2 * .pi / Double(rate))).littleEndian
            return Array(repeating: value, count: form.channels)
        }
    }

    /// Records all of it into a file.
    func record(into file: OpenFile) async throws {
        let writer = try VideoWriter(settings, into: file.descriptor) { _ in }
        write(to: writer)
        try await writer.finish()
    }
}

/// Counts what was given back. Thread-safe.
final class ReleaseCount: Sendable {
    private let number = Atomic(0)

    func add() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .relaxed) }
}
