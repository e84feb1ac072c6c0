// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Codes
import Foundation
import Imaging
import Testing

@testable import Decoding

/// The program that the tests were built with, as the process apart.
private func decoder(
    _ purpose: ApartDecoder.Purpose, restIdle: Duration = .seconds(60),
    patience: (picture: Duration, file: Duration) = (.seconds(20), .seconds(20))
) -> ApartDecoder {
    ApartDecoder(
        for: purpose, program: builtPrograms.appendingPathComponent("tintype").path, restIdle: restIdle,
        patience: patience)
}

extension ApartDecoder {
    fileprivate func codes(in file: String) throws -> [ScannedCode] {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        defer { try? handle.close() }
        return try codes(inFile: handle.fileDescriptor, CodeSearch(isThorough: true))
    }
}

@Suite struct ApartDecoderTests {
    private let folder = TemporaryFolder()
    private var hello: [ScannedCode] { [ScannedCode(format: .qr, text: "Hello")] }

    private func qrCode() throws -> String {
        let path = folder.path + "/hello.png"
        try run("qrencode", "-s", "4", "-o", path, "Hello")
        return path
    }

    /// Noise: no code.
    private func look(_ decoder: ApartDecoder) throws -> [ScannedCode] {
        let pixels = (0..<64 * 64).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        return try pixels.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            return try decoder.codes(
                in: GreyView(
                    pixels: base, size: PixelSize(width: 64, height: 64), rowStride: 64, pixelStride: 1,
                    kind: .grey), CodeSearch(isThorough: true))
        }
    }

    @Test func aDeadProcessIsFollowedByAnother() throws {
        let (decoder, file) = (decoder(.files), try qrCode())
        #expect(try decoder.codes(in: file) == hello)
        for _ in 0..<5 {
            let process = try #require(decoder.processID)
            kill(process, SIGKILL)
            #expect(try decoder.codes(in: file) == hello)
            #expect(decoder.processID != process)
            // Reaped: the number is nobody's.
            #expect(kill(process, 0) == -1)
        }
    }

    @Test func aDeadProcessIsFollowedByAnotherForPictures() throws {
        let decoder = decoder(.pictures)
        #expect(try look(decoder) == [])
        for _ in 0..<5 {
            try kill(#require(decoder.processID), SIGKILL)
            #expect(try look(decoder) == [])
        }
        let process = try #require(decoder.processID)
        decoder.rest()
        #expect(decoder.processID == nil)
        #expect(kill(process, 0) == -1)
    }

    @Test func whatTakesTooLongIsEnded() throws {
        let decoder = decoder(.pictures, patience: (.milliseconds(300), .seconds(1)))
        _ = try? look(decoder)
        let process = try #require(decoder.processID)
        kill(process, SIGSTOP)
        // Another answers in its place.
        _ = try? look(decoder)
        #expect(decoder.processID != process)
        #expect(kill(process, 0) == -1)
    }

    @Test func itEndsWhenNobodyAsksAnyMore() async throws {
        let decoder = decoder(.pictures, restIdle: .milliseconds(50))
        #expect(try look(decoder) == [])
        try await until("the process is gone") { decoder.processID == nil }
        #expect(try look(decoder) == [])
    }

    @Test func withoutTheProgramNothingIsDecoded() throws {
        let decoder = ApartDecoder(for: .files, program: folder.path + "/missing")
        let file = try qrCode()
        #expect(throws: DecodingFault.unavailable) { try decoder.codes(in: file) }
        // A program that is not this one has no walls.
        let other = ApartDecoder(for: .files, program: "/bin/cat")
        #expect(throws: DecodingFault.unavailable) { try other.codes(in: file) }
    }

    @Test func aPhotoIsDecodedAsWithoutTheDoor() throws {
        let path = folder.path + "/photo.jpg"
        try run("convert", "-size", "400x300", "plasma:red-blue", path)
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        let view = PixelSize(width: 200, height: 200)
        let apart = try decoder(.files).photo(inFile: handle.fileDescriptor, fitting: view)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let here = try bytes.withUnsafeBytes { try PhotoDecoder.photo($0, fitting: view) }
        #expect(apart.size == here.size && apart.fullSize == here.fullSize && apart.isWhole)
        for row in 0..<here.size.height {
            #expect(
                memcmp(
                    apart.pixels + row * apart.stride, here.pixels + row * here.stride, 4 * here.size.width)
                    == 0)
        }
    }

    @Test(arguments: ["jpg", "png", "webp", "gif", "bmp", "tiff", "svg", "heic"])
    func everyKindOfFileIsRead(kind: String) throws {
        let (file, png) = (folder.path + "/code." + kind, try qrCode())
        switch kind {
        case "svg": try run("qrencode", "-t", "SVG", "-s", "8", "-o", file, "Hello")
        case "heic": try run("heif-enc", "-q", "90", "-o", file, png)
        default: try run("convert", png, file)
        }
        #expect(try decoder(.files).codes(in: file) == hello)
    }

    @Test func aCodeOnNothingIsReadAsOnWhite() throws {
        let file = folder.path + "/code.png"
        try run("convert", qrCode(), "-transparent", "white", "PNG32:" + file)
        #expect(try decoder(.files).codes(in: file) == hello)
    }
}

/// Files that no program should write: whatever becomes of the process apart, this one goes on. For an hour:
/// TINTYPE_FUZZ_COUNT=100000 with `--filter DecodingFuzzTests`.
@Suite struct DecodingFuzzTests {
    private let folder = TemporaryFolder()

    @Test func noFileEndsMoreThanTheProcessApart() throws {
        let plan = FuzzPlan(defaultCount: 150)
        var seeds: [[UInt8]] = []
        // By zint's numbers of symbologies: among them those of which ZXing 1.4 ends a process.
        for (symbology, text) in [
            (81, "[01]98898765432106[3202]012345[15]991231"), (29, "0950110153000"), (58, "Hello"),
            (55, "Stacked"), (92, "Aztec"), (71, "Matrix"), (20, "Code128"), (57, "Hexagons"),
        ] {
            let png = folder.path + "/\(symbology).png"
            try run(
                "zint", "--barcode=\(symbology)", "--data=\(text)", "--output=" + png, "--scale=2",
                "--quietzones")
            seeds.append(try [UInt8](Data(contentsOf: URL(fileURLWithPath: png))))
            for kind in ["bmp", "gif", "jpg", "webp", "tiff"] {
                let path = folder.path + "/\(symbology)." + kind
                try run("convert", png, path)
                seeds.append(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
            }
        }
        let decoder = decoder(.files)
        let path = folder.path + "/fuzzed"
        var (answers, deaths) = (0, 0)
        for round in plan.rounds {
            plan.report(round)
            var mutator = Mutator(plan.random(round: round))
            let base = seeds.randomElement(using: &mutator.random) ?? []
            let other = seeds.randomElement(using: &mutator.random) ?? []
            let file = round % 8 == 0 ? base : mutator.mutate(base, other: other)
            try Data(file).write(to: URL(fileURLWithPath: path))
            do {
                _ = try decoder.codes(in: path)
                answers += 1
            } catch {
                let fault = try #require(error as? DecodingFault)
                #expect(fault != .unavailable, "round \(round), seed \(plan.seed)")
                if fault == .died { deaths += 1 }
            }
        }
        #expect(answers > plan.rounds.count / 20)
        print("fuzz: \(plan.rounds.count) files, \(answers) decoded, \(deaths) ended the process apart")
    }
}
