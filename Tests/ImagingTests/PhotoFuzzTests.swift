// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Photo files that no program should write: no crash, no hang, no byte read beyond the end. See `FrameFuzzTests`.
@Suite struct PhotoFuzzTests {
    private static let size = PixelSize(width: 100, height: 60)

    private static let jpegs: [[UInt8]] = {
        let plain = [TJSAMP_420, TJSAMP_444, TJSAMP_GRAY].map { testJPEG(size, $0, quality: 60) }
        let tagged = try? jpegFile(plain[0], exif: orientationBlock(6), profile: TestProfile.displayP3)
        return plain + [progressiveJPEG(size)] + [tagged].compactMap(\.self)
    }()

    private static let heics: [[UInt8]] = [PixelSize(width: 64, height: 64), size].compactMap { size in
        let image = try? PlanarImage(decoding: .raw(.yuyv, size))
        return image.flatMap { try? HEICEncoder.encode($0, quality: 50, exif: orientationBlock(3)) }
    }

    private static let pngs: [[UInt8]] = [
        try? PhotoExporter.png(testPhoto(size), texts: [("tEXt::Software", "T")], exif: orientationBlock(6)),
        try? PhotoExporter.png(testPhoto(PixelSize(width: 33, height: 7))),
    ].compactMap(\.self)

    @Test(arguments: ["jpeg", "heic", "png"])
    func noMutatedFileCrashesOrHangs(kind: String) throws {
        let plan = FuzzPlan(defaultCount: 300)
        let seeds = ["jpeg": Self.jpegs, "heic": Self.heics, "png": Self.pngs][kind] ?? []
        try #require(seeds.count > 1)
        var (shown, whole) = (0, 0)
        for round in plan.rounds {
            plan.report(round)
            var mutator = Mutator(plan.random(round: round))
            let base = seeds.randomElement(using: &mutator.random) ?? []
            let other = seeds.randomElement(using: &mutator.random) ?? []
            var file = round % 3 == 0 ? mutator.mutate(base, other: other) : mutator.replaceBytes(of: base)
            if kind == "png", round % 4 > 0 { repairChecksums(ofPNG: &file) }
            let view = round % 2 == 0 ? nil : PixelSize(width: 40, height: 40)
            let begin = ContinuousClock.now
            let photo = try? decoded(file, fitting: view)
            #expect(ContinuousClock.now - begin < .seconds(1), "\(kind), round \(round), seed \(plan.seed)")
            _ = try? thumbnail(file)
            _ = details(file)
            _ = file.withUnsafeBytes { CopiedEXIF.block(of: $0, size: Self.size) }
            if round % 8 == 0 { _ = sharpness(file) }
            shown += photo == nil ? 0 : 1
            whole += photo?.isWhole == true ? 1 : 0
            if let photo { #expect(photo.size.area <= PhotoLimits.maximumPixels, "\(kind), round \(round)") }
        }
        // The mutations are neither too mild nor too wild.
        #expect(shown > plan.rounds.count / 20 && shown < plan.rounds.count)
        #expect(whole <= shown)
    }
}

extension Mutator {
    /// Changes up to three bytes, and no offset: what comes after is still where the file says it is.
    fileprivate mutating func replaceBytes(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let index = bytes.indices.randomElement(using: &random) else { break }
            bytes[index] =
                Bool.random(using: &random)
                ? bytes[index] ^ 1 << UInt8.random(in: 0..<8, using: &random)
                : UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }
}

/// Makes the checksum of each chunk right again, so that decoders look further (PNG, 3rd edition, 5.5).
private func repairChecksums(ofPNG file: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= file.count {
        let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = offset + 8 + length
        guard end + 4 <= file.count else { return }
        var sum = UInt32.max
        for byte in file[offset + 4..<end] {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        for index in 0..<4 { file[end + index] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32(index))) }
        offset = end + 4
    }
}
