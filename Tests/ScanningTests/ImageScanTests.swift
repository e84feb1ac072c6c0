// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Codes
import Foundation
import Testing

@testable import Scanning

struct ImageScanTests {
    private let reader = testReader()
    private let folder = TemporaryFolder()

    static let texts = [
        "Hello", "\u{202E}gpj.exe", "a\u{1}b\u{1B}[31mc", "多言語 עברית 👩‍🚀", "WIFI:T:WPA;S:Café;P:x;;",
        // The most that a QR code holds.
        String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 113),
    ]

    @Test(arguments: texts) func whateverIsInACodeComesOutAsItIs(text: String) async throws {
        let path = folder.path + "/code.png"
        try QRCode.write(text, to: path)
        let codes = await reader.codesOfImage(path)
        #expect(codes == [ScannedCode(format: .qr, text: text)])
    }

    /// By zint's numbers of symbologies.
    @Test(
        arguments: [
            (.microQR, 97, "12345", "12345"), (.aztec, 92, "Aztec", "Aztec"),
            (.dataMatrix, 71, "Matrix", "Matrix"), (.pdf417, 55, "Stacked", "Stacked"),
            (.maxiCode, 57, "Hexagons", "Hexagons"), (.ean8, 13, "9638507", "96385074"),
            (.upcA, 34, "03600029145", "036000291452"), (.upcE, 37, "0123456", "01234565"),
            (.code39, 8, "CODE39", "CODE39"), (.code93, 25, "CODE93", "CODE93"),
            (.code128, 20, "Code128", "Code128"), (.itf, 3, "123456789012", "123456789012"),
            (.dataBar, 29, "0950110153000", "09501101530003"),
            (.codabar, 18, "A123456B", "A123456B"), (.code39, 9, "all of ASCII!?", "all of ASCII!?"),
        ] as [(CodeFormat, Int, String, String)])
    func everyKindOfCodeIsRead(format: CodeFormat, symbology: Int, text: String, read: String) async throws {
        let path = folder.path + "/code.png"
        try run(
            "zint", "--barcode=\(symbology)", "--data=\(text)", "--output=\(path)", "--scale=3",
            "--quietzones")
        let codes = await reader.codesOfImage(path)
        // ZXing 2.3 names what kind of number a DataBar holds: 01, an article's.
        let isNamed = codes == [ScannedCode(format: .dataBar, text: "01" + read)]
        #expect(isNamed || codes == [ScannedCode(format: format, text: read)])
    }

    /// ZXing 1.4 as Debian builds it asserts what these break, and aborts.
    @Test(arguments: [
        (81, "[01]98898765432106[3202]012345[15]991231"), (79, "0950110153000"), (80, "0950110153000"),
    ])
    func aStackedCodeEndsNothing(symbology: Int, text: String) async throws {
        let path = folder.path + "/stacked.png"
        try run(
            "zint", "--barcode=\(symbology)", "--data=\(text)", "--output=\(path)", "--scale=4",
            "--quietzones")
        let codes = try #require(await reader.codesOfImage(path))
        #expect(codes.map(\.format) == [.dataBar])
    }

    @Test func aWhiteCodeOnBlackIsRead() async throws {
        let (path, white) = (folder.path + "/code.png", folder.path + "/white.png")
        try QRCode.write("white", to: path)
        try run("convert", path, "-negate", white)
        #expect(await reader.codesOfImage(white) == [ScannedCode(format: .qr, text: "white")])
    }

    @Test func textAndNoiseHaveNoCodes() async throws {
        for (index, picture) in [
            ["-size", "800x600", "xc:", "+noise", "Random"], ["-size", "800x600", "plasma:"],
            ["-size", "800x600", "pattern:checkerboard"], ["-size", "800x600", "pattern:vertical3"],
            [
                "-size", "900x700", "xc:white", "-pointsize", "14", "-annotate", "+10+20",
                String(repeating: String(repeating: "Lorem ipsum 12345 ||| ", count: 5) + "\n", count: 30),
            ],
        ].enumerated() {
            let path = folder.path + "/\(index).png"
            try output(of: ["convert"] + picture + [path])
            #expect(await reader.codesOfImage(path) == [], "\(picture)")
        }
    }

    @Test func unreadableImageIsReported() async throws {
        let path = folder.path + "/x.png"
        try Data("no image".utf8).write(to: URL(fileURLWithPath: path))
        #expect(await reader.codes(inImage: path) == .noImage)
        #expect(await reader.codes(inImage: folder.path) == .noImage)
        #expect(await reader.codes(inImage: folder.path + "/missing.png") == .noImage)
    }

    @Test func anImageOfImpossibleSizeIsNotDecoded() async throws {
        let path = folder.path + "/code.png"
        try QRCode.write("x", to: path)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // Width and height in the header chunk (PNG, 11.2.2).
        bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(await reader.codesOfImage(path) == nil)
    }

    @Test func aFileThatEndsEarlyCrashesNothing() async throws {
        let path = folder.path + "/code.png"
        try QRCode.write("https://example.com", to: path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for count in stride(from: 0, to: whole.count, by: 7) {
            try whole.prefix(count).write(to: URL(fileURLWithPath: path))
            _ = await reader.codesOfImage(path)
        }
    }
}
