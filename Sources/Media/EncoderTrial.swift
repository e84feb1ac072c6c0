// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader
public import CaptureCore
internal import Glibc
internal import Platform

/// Tests a driver's encoder: it must turn a second of pictures into a readable file in less than a second.
/// Drivers also list encoders that don't work.
public enum EncoderTrial {
    private static let count = 30

    /// Takes some seconds if the encoder hangs, and loads GStreamer and drivers, all on threads of its own.
    ///
    /// - Parameter limit: a second of pictures must not take longer.
    public static func passes(
        _ encoder: PictureEncoder, _ size: PixelSize, within limit: Duration = .seconds(1)
    ) async -> Bool {
        guard await Blocking.run({ MediaLibrary.hasElement(encoder.rawValue) }) else { return false }
        let file = tt_media_memory_file()
        guard file >= 0 else { return false }
        defer { close(file) }
        let began = ContinuousClock.now
        do throws(MediaFault) {
            let writer = try await blocking { () throws(MediaFault) in
                try begin(encoder, size, into: file)
            }
            try await writer.finish()
            let time = ContinuousClock.now - began
            guard time < limit else { throw MediaFault(.timedOut, "a second of pictures took \(time)") }
            return try await blocking { () throws(MediaFault) in
                let path = "/proc/self/fd/\(file)"
                let first = try VideoFacts.poster(path, fitting: PixelSize(width: 64, height: 64))
                return try VideoFacts.read(path).size == size && isHalfBright(first)
            }
        } catch {
            Log(domain: "media").info("\(encoder.rawValue) is not used: \(error)")
            return false
        }
    }

    private static func blocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws(MediaFault) -> Value
    ) async throws(MediaFault) -> Value {
        try await Blocking.run { Result(catching: work) }.get()
    }

    private static func begin(
        _ encoder: PictureEncoder, _ size: PixelSize, into file: Int32
    ) throws(MediaFault) -> VideoWriter {
        let encoding = VideoWriterSettings.PictureEncoding(
            encoder: encoder, speed: .ultrafast,
            bitsPerSecond: VideoWriterSettings.PictureEncoding.bitsPerSecond(for: size, FrameRate(30)))
        let writer = try VideoWriter(
            VideoWriterSettings(container: .mp4, picture: .raw(size, .bt709, encoding), rate: FrameRate(30)),
            into: file, failed: { _ in })
        let picture = TrialPicture(size)
        let interval = Int64(1_000_000_000 / count)
        for number in 0..<count {
            writer.writePicture(
                picture.bytes, at: Int64(number) * interval, duration: interval,
                releasing: { withExtendedLifetime(picture) {} })
        }
        return writer
    }

    private static func isHalfBright(_ photo: DecodedPhoto) -> Bool {
        func green(_ line: Int) -> UInt8 {
            photo.pixels.load(
                fromByteOffset: line * photo.stride + photo.size.width / 2 * 4 + 1, as: UInt8.self)
        }
        return green(photo.size.height / 4) > 200 && green(photo.size.height * 3 / 4) < 170
    }
}

/// Grey planes; the upper half is bright. Its memory lasts as long as an encoder refers to it.
private final class TrialPicture: Sendable {
    private let address: UInt
    private let count: Int

    init(_ size: PixelSize) {
        // No encoder's planes take more.
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 2, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 128)
        for index in 0..<(size.area / 2) { bytes[index] = 220 }
        (address, count) = (UInt(bitPattern: bytes.baseAddress), bytes.count)
    }

    deinit { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
    }
}
