// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Decoding
import Glibc
import Imaging

/// How long the roll waits for a photo: decoded whole, made to fit its view, and as a thumbnail; and what it would wait if the
/// process apart decoded it.
enum DecodeTimes {
    private static let repetitions = 7
    private static let view = PixelSize(width: 960, height: 708)
    private static let sizes = [PixelSize(width: 1920, height: 1080), PixelSize(width: 4000, height: 3000)]

    /// - Parameter program: Tintype, which is the process apart.
    static func print(program: String) throws {
        let scene = try TestPicture.frame()
        let decoder = ApartDecoder(for: .files, program: program, restIdle: .seconds(3600))
        Swift.print(
            "photo       MP     KiB  whole ms  fitted ms  thumbnail ms  apart ms  with its start ms  its MiB")
        for size in sizes {
            let image = try PlanarImage(decoding: TestPicture.tiled(scene, to: size))
            try row("jpeg", size, decoder, try JPEGEncoder.encode(image, quality: 88, exif: []))
            try row("heic", size, decoder, try HEICEncoder.encode(image, quality: 88, exif: []))
        }
    }

    private static func row(
        _ name: String, _ size: PixelSize, _ decoder: ApartDecoder, _ file: [UInt8]
    ) throws {
        try file.withUnsafeBytes { bytes in
            let whole = try median { _ = try PhotoDecoder.photo(bytes, fitting: nil) }
            let fitted = try median { _ = try PhotoDecoder.photo(bytes, fitting: view) }
            let thumbnail = try median { _ = try PhotoDecoder.thumbnail(bytes) }
            let path = "/dev/shm/photo-bench-\(getpid())"
            let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
            unlink(path)
            defer { close(descriptor) }
            _ = write(descriptor, bytes.baseAddress, bytes.count)
            let apart = try median { _ = try decoder.photo(inFile: descriptor, fitting: view) }
            let memory = decoder.processID.map(residentMiB) ?? 0
            let started = try median {
                decoder.rest()
                _ = try decoder.photo(inFile: descriptor, fitting: view)
            }
            Swift.print(
                name.padded(8), String(size.area / 1_000_000).padded(5, left: true),
                (Double(file.count) / 1024).text(7, 0), whole.text(9, 1), fitted.text(10, 1),
                thumbnail.text(13, 1), apart.text(9, 1), started.text(18, 1), memory.text(8, 0))
        }
    }

    private static func residentMiB(_ process: pid_t) -> Double {
        guard let file = fopen("/proc/\(process)/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        fgets(&text, 128, file)
        let words = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        return words.dropFirst().first.flatMap { Double($0) }.map { $0 * 4 / 1024 } ?? 0
    }

    private static func median(_ body: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<repetitions {
            let begin = Times.wall()
            try body()
            times.append(Times.wall() - begin)
        }
        return times.sorted()[repetitions / 2]
    }
}
