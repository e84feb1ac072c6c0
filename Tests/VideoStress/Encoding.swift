// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Media

/// Encodes pictures from a file, and says what that took.
func encode(_ path: String, _ raw: String, _ size: String, _ rate: String, _ speed: String) async -> Int32 {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, let rate = UInt32(rate), let speed = Int(speed).flatMap(Speed.init(rawValue:))
    else {
        return 2
    }
    let size = PixelSize(width: sides[0], height: sides[1])
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let source = open(raw, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fstat(source, &status) == 0 else { return 2 }
    let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE | MAP_POPULATE, source, 0)
    guard let mapped, mapped != MAP_FAILED else { return 2 }
    let bytes = UnsafeRawBufferPointer(start: mapped, count: Int(status.st_size))
    let encoding = VideoWriterSettings.PictureEncoding(
        encoder: .x264, speed: speed,
        bitsPerSecond: VideoWriterSettings.PictureEncoding.bitsPerSecond(for: size, FrameRate(rate)))
    let settings = VideoWriterSettings(
        container: .mp4, picture: .raw(size, .bt709, encoding), rate: FrameRate(rate))
    do throws(MediaFault) {
        let clock = ContinuousClock()
        let start = clock.now
        try MediaLibrary.load()
        say("load \(clock.now - start), CPU \(cpu()) ms, memory \(memory()) MiB")
        let began = cpu()
        let writer = try VideoWriter(settings, into: file) { say("failed \($0)") }
        let count = bytes.count / (size.area * 3 / 2)
        for number in 0..<count {
            let picture = bytes[(number * size.area * 3 / 2)..<((number + 1) * size.area * 3 / 2)]
            // Not a wait for something: it keeps the test from being faster than the encoder.
            while writer.backlog.pictures > 2 { usleep(2000) }
            let time = Int64(number) * 1_000_000_000 / Int64(rate)
            writer.writePicture(
                UnsafeRawBufferPointer(rebasing: picture), at: time,
                duration: Int64(number + 1) * 1_000_000_000 / Int64(rate) - time
            ) {}
        }
        let clocked = clock.now
        try await writer.finish()
        let ending = clock.now - clocked
        let seconds = Double(count) / Double(rate)
        say("CPU \(Double(cpu() - began) / seconds) ms a second, finish \(ending), memory \(memory()) MiB")
        return 0
    } catch {
        say("failed \(error)")
        return 1
    }
}

private typealias Speed = VideoWriterSettings.PictureEncoding.Speed

/// Of this process, in milliseconds.
private func cpu() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
        + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
}

/// The most that it had, mapped files as well, in MiB.
private func memory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
}
