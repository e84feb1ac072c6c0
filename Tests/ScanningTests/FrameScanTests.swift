// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Codes
import Testing

@testable import Scanning

struct FrameScanTests {
    private let reader = testReader()
    private static let text = "https://example.com/ä"
    static let formats: [PixelFormat] = [
        .grey, .yuyv, .uyvy, .nv12, .yuv420, .rgb24, .bgr24, .rgbx32, .bgra32,
    ]

    /// A frame whose luma is this, in whatever arrangement.
    private func frame(_ luma: [UInt8], _ width: Int, _ height: Int, _ format: PixelFormat) -> Frame {
        let (bytesPerLine, bytes): (Int, [UInt8]) =
            switch format {
            case .yuyv: (width * 2, luma.flatMap { [$0, 128] })
            case .uyvy: (width * 2, luma.flatMap { [128, $0] })
            case .rgb24, .bgr24: (width * 3, luma.flatMap { [$0, $0, $0] })
            case .rgbx32, .bgra32: (width * 4, luma.flatMap { [$0, $0, $0, 0] })
            case .nv12, .yuv420: (width, luma + [UInt8](repeating: 128, count: width * height / 2))
            default: (width, luma)
            }
        let layout = FrameLayout(
            format: format, size: PixelSize(width: width, height: height), bytesPerLine: bytesPerLine,
            color: .jpeg)
        return Frame(copying: bytes, layout: layout, memory: .shared)
    }

    @Test(arguments: formats) func everyArrangementIsRead(format: PixelFormat) async throws {
        let (width, height, luma) = try QRCode(Self.text).pixels(scale: 4)
        let codes = await reader.codes(in: frame(luma, width, height, format))
        #expect(codes == [ScannedCode(format: .qr, text: Self.text)])
    }

    @Test func aBarCodeIsRead() async {
        let (width, height, luma) = EAN13.pixels("4006381333931")
        let codes = await reader.codes(in: frame(luma, width, height, .grey))
        #expect(codes == [ScannedCode(format: .ean13, text: "4006381333931")])
    }

    @Test func aPictureWithoutACodeHasNone() async {
        let luma = (0..<640 * 480).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        #expect(await reader.codes(in: frame(luma, 640, 480, .grey)) == [])
    }

    @Test func unreadableFrameHasNoCode() async {
        let layout = FrameLayout(
            format: .mjpeg, size: PixelSize(width: 64, height: 48), bytesPerLine: 0, color: .jpeg)
        let frame = Frame(
            layout: layout, sequence: 0, arrival: MonotonicTime(nanoseconds: 0), isDamaged: true,
            bytes: UnsafeRawBufferPointer(start: nil, count: 0), release: {})
        #expect(await reader.codes(in: frame) == [])
    }
}

struct ScanEffortTests {
    @Test func aFrameIsLookedAtLightlyAndThoroughlyOnceNothingWasFoundForASecond() {
        var (effort, now) = (ScanEffort(), MonotonicTime(nanoseconds: 0))
        /// The looks, of the next ones, that are thorough.
        func thorough(of count: Int, found: Bool = false) -> [Int] {
            (0..<count).filter { _ in
                let isThorough = effort.isThorough(at: now)
                if found { effort.found(at: now) }
                now = now + .milliseconds(200)
                return isThorough
            }
        }
        #expect(thorough(of: 12) == [5, 10])
        // What is found lightly needs no more.
        #expect(thorough(of: 20, found: true) == [])
        #expect(thorough(of: 6) == [4])
        // Turned off and on again.
        now = now + .seconds(3)
        #expect(thorough(of: 5) == [])
    }
}

/// A bar code, drawn as GS1's General Specifications say (section 5.2.1).
private enum EAN13 {
    private static let odd = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111",
        "0001011",
    ]
    private static let parities = [
        "OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO",
    ]

    static func pixels(_ number: String) -> (width: Int, height: Int, luma: [UInt8]) {
        let digits = number.compactMap(\.wholeNumberValue)
        var bars = "101"
        for (digit, parity) in zip(digits[1...6], parities[digits[0]]) {
            bars += parity == "O" ? odd[digit] : String(inverted(odd[digit]).reversed())
        }
        bars += "01010" + digits[7...12].map { inverted(odd[$0]) }.joined() + "101"
        let quiet = String(repeating: "0", count: 12)
        let line = (quiet + bars + quiet).flatMap { [UInt8](repeating: $0 == "1" ? 20 : 235, count: 3) }
        let height = 120
        return (line.count, height, (0..<height).flatMap { _ in line })
    }

    private static func inverted(_ text: String) -> String { String(text.map { $0 == "1" ? "0" : "1" }) }
}
