// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Media

/// Records a moving bar and a tone.
///
/// - Parameter isPaced: as a camera gives them; else as fast as they are taken, and in fragments of two.
func record(_ path: String, _ kind: String, pictures count: Int, isPaced: Bool) async -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let coded = original(kind).map(units) ?? []
    guard file >= 0, var settings = settings(kind), original(kind) == nil || !coded.isEmpty else { return 2 }
    if !isPaced { settings.fragment = .milliseconds(60) }
    do throws(MediaFault) {
        let writer = try VideoWriter(settings, into: file) { say("failed \($0)") }
        for number in 0..<count {
            let (time, end) = (Int64(number) * 33_333_333, Int64(number + 1) * 33_333_333)
            let picture = coded.isEmpty ? drawn(number) : copy(coded[number % coded.count])
            guard write(picture, to: writer, time) else { return 1 }
            let sound = tone(from: time, to: end)
            sound.withUnsafeBytes { _ = writer.writeSound($0, at: time * 48 / 1_000_000 * 1_000_000 / 48) }
            say("at \(end / 1_000_000 - Int64(writer.backlog.pictures) * 33)")
            // Not a wait for something: the pace of a camera.
            if isPaced { usleep(33_333) }
        }
        try await writer.finish()
        return 0
    } catch {
        say("failed \(error)")
        return 1
    }
}

private let size = PixelSize(width: 320, height: 240)

private func settings(_ kind: String) -> VideoWriterSettings? {
    let h264 = MediaLibrary.pictureEncoders.first { $0 == .x264 || $0 == .openH264 }
    let aac = MediaLibrary.soundEncoders.first { $0.isAAC }
    switch kind {
    case "mp4":
        guard let h264, let aac else { return nil }
        return raw(.mp4, h264, .encoded(aac))
    case "matroska":
        guard let h264 else { return nil }
        return raw(.matroska, h264, .samples)
    case "webm": return raw(.webm, .vp8, .encoded(.opus))
    default:
        guard original(kind) != nil else { return nil }
        return VideoWriterSettings(
            container: .matroska, picture: .h264(size), rate: FrameRate(30),
            sound: VideoWriterSettings.Sound(rate: 48_000, channels: 1, coding: .samples))
    }
}

private func raw(
    _ container: VideoWriterSettings.Container, _ encoder: PictureEncoder,
    _ sound: VideoWriterSettings.Sound.Coding
) -> VideoWriterSettings {
    VideoWriterSettings(
        container: container,
        picture: .raw(
            size, .bt601,
            VideoWriterSettings.PictureEncoding(encoder: encoder, speed: .ultrafast, bitsPerSecond: 1_000_000)
        ),
        rate: FrameRate(30), sound: VideoWriterSettings.Sound(rate: 48_000, channels: 1, coding: sound))
}

private func write(_ picture: UnsafeMutableRawBufferPointer, to writer: VideoWriter, _ time: Int64) -> Bool {
    let address = UInt(bitPattern: picture.baseAddress)
    return writer.writePicture(UnsafeRawBufferPointer(picture), at: time, duration: 33_333_333) {
        UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
}

private func drawn(_ number: Int) -> UnsafeMutableRawBufferPointer {
    let picture = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 3 / 2, alignment: 64)
    picture.initializeMemory(as: UInt8.self, repeating: 128)
    for line in 0..<size.height {
        let start = line * size.width + number * 4 % (size.width - 32)
        for column in start..<(start + 32) { picture[column] = 235 }
    }
    return picture
}

private func copy(_ bytes: ArraySlice<UInt8>) -> UnsafeMutableRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    copy.copyBytes(from: bytes)
    return copy
}

/// The stream that a kind names; nil if pictures are drawn.
private func original(_ kind: String) -> String? {
    let words = kind.split(separator: "=", maxSplits: 1)
    return words.count == 2 && words[0] == "original" ? String(words[1]) : nil
}

/// The pictures of a stream of H.264, each with its delimiter.
private func units(of path: String) -> [ArraySlice<UInt8>] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var (bytes, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 20))
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    let starts = bytes.indices.dropLast(4).filter { bytes[$0..<($0 + 5)] == [0, 0, 0, 1, 9] }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { bytes[$0..<$1] }
}

/// 440 Hz, all samples from one moment to another.
private func tone(from start: Int64, to end: Int64) -> [Int16] {
    (start * 48 / 1_000_000..<end * 48 / 1_000_000).map { sample in
        Int16(8000 * sin(Double(sample) * 440 * 2 * .pi / 48_000)).littleEndian
    }
}

/// One line, unbuffered: nothing may be lost when the process is killed.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

/// Makes an ordinary file of what was left, in its place.
func finish(_ path: String) -> Int32 {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return 2 }
    do throws(MediaFault) {
        try MediaRepair.finishInPlace(file, tags: VideoWriterSettings.Tags())
        return 0
    } catch {
        say("failed \(error)")
        return 1
    }
}

func poster(_ path: String) -> Int32 {
    do throws(MediaFault) {
        _ = try VideoFacts.poster(path, fitting: size)
        return 0
    } catch {
        say("failed \(error)")
        return 1
    }
}

func posters(_ path: String, _ count: Int) -> Int32 {
    do throws(MediaFault) {
        var kept = [try VideoFacts.poster(path, fitting: size)]
        let first = settledDescriptors()
        while kept.count < count { kept.append(try VideoFacts.poster(path, fitting: size)) }
        say("descriptors \(withExtendedLifetime(kept) { settledDescriptors() } - first)")
        return 0
    } catch {
        say("failed \(error)")
        return 1
    }
}

/// How many descriptors are open once pipelines that end beside this thread have ended: as few as it gets for half a second.
private func settledDescriptors() -> Int {
    var least = Int.max
    var unchanged = 0
    while unchanged < 50 {
        let now = (0..<Int32(1024)).count { fcntl($0, F_GETFD) >= 0 }
        unchanged = now < least ? 0 : unchanged + 1
        least = min(least, now)
        usleep(10_000)
    }
    return least
}
