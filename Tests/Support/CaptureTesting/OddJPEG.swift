// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Foundation

/// Motion JPEG as cameras make it: one picture of 64x48, coded in ways that a decoder passes over and a strict one does not.
public enum OddJPEG: String, CaseIterable, Sendable {
    case plain, emptyFirst, tablesFirst, doubledStart, junkBehind, noHuffmanTables, restarts,
        junkBeforeRestarts
    case junkBeforeEnd, arithmetic, progressive, noEnd

    public static let size = PixelSize(width: 64, height: 48)

    public static let layout = FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg)

    /// Whether something of the picture is missing.
    public var isDamaged: Bool { self == .noEnd }

    public var bytes: [UInt8] {
        let (start, end): ([UInt8], [UInt8]) = ([0xFF, 0xD8], [0xFF, 0xD9])
        let whole = Self.withRestarts
        return switch self {
        case .plain, .restarts: whole
        case .emptyFirst: start + end + start + end + whole
        case .tablesFirst: start + [0xFF, 0xFE, 0, 4, 1, 2] + end + [0, 0] + whole
        case .doubledStart: start + whole
        case .junkBehind: whole + [0, 1, 2, 0xFF, 0xD8, 0xFF]
        case .noHuffmanTables: Self.withoutTables(whole)
        case .junkBeforeRestarts: Self.withJunk(whole) { (0xD0...0xD7).contains($0) }
        case .junkBeforeEnd: Self.withJunk(whole) { $0 == 0xD9 }
        case .arithmetic: Self.arithmeticPicture
        case .progressive: Self.progressivePicture
        case .noEnd: Array(whole.dropLast(60))
        }
    }

    /// With eight bytes that mean nothing before some of the markers within the scan.
    private static func withJunk(_ jpeg: [UInt8], before isMeant: (UInt8) -> Bool) -> [UInt8] {
        let scan = jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDA]) } ?? 0
        return jpeg.indices.flatMap { index -> [UInt8] in
            let isMarker =
                index > scan && index + 1 < jpeg.count && jpeg[index] == 0xFF && isMeant(jpeg[index + 1])
            return isMarker ? [0x12, 0x34, 0x56, 0x78, 0x12, 0x34, 0x56, 0x78, jpeg[index]] : [jpeg[index]]
        }
    }

    private static func withoutTables(_ jpeg: [UInt8]) -> [UInt8] {
        var (result, offset) = (Array(jpeg[..<2]), 2)
        while jpeg[offset + 1] != 0xDA {
            let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
            if jpeg[offset + 1] != 0xC4 { result += jpeg[offset..<end] }
            offset = end
        }
        return result + jpeg[offset...]
    }

    // libjpeg-turbo's, with TJ_RESTART=1, with TJ_ARITHMETIC=1, and with TJFLAG_PROGRESSIVE.

    private static let withRestarts = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB
        RkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P
        T09PT09PT09PT09PT0//wAARCAAwAEADASEAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA
        AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6
        Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG
        x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA
        AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5
        OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE
        xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/90ABAAE/9oADAMBAAIRAxEAPwDlxHT1jr6apIVOQ9Y6kWOuKpI7
        6ch6x09Y64akjvpyJFjp6x1w1JHfTkf/0MMR08R19BUkc1OQ9Y6eI64qkjvpyJBHT1jrhqSPQpyHiOpBHXDUkd9OR//Rzljp
        4jr2qkjzqciQR09Y64qkj0Kch4jp4jrhqSO+nIkWOnrHXDUkd9OR/9KJY6eI69SpI8enIesdSLHXFUkd9OQ9Y6esdcNSR305
        D1jqQR1w1JHfTkf/05hHUix13VJHz9OQ8R08R1w1JHfTkPWOpBHXFUkd9OQ8R09Y64akj0Kcj//U0hHTxHXRUkfL05D1jqQR
        1w1JHoU5DxHT1jriqSO+nIesdSLHXDUkd9OR/9k=
        """)

    private static let arithmeticPicture = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB
        RkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P
        T09PT09PT09PT09PT0//yQARCAAwAEADASEAAhEBAxEB/8wACgAQEAUBEBEF/9oADAMBAAIRAxEAPwD/AGiKNqtcS3oF8+6G
        suEWcyzMNcJVzLWeF45WRzRVwhbhs1YuduUjS95BMUjiQ7cGi6DgD8HgaKxiUvkYfARVoM1mFt56eNCiggc2ZTgDGY8c6rLe
        gmoM41dFBRyjC2Be7I8SS4wL4v7jL2HjEKDteRkJ6KOsoP/Z
        """)

    private static let progressivePicture = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB
        RkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P
        T09PT09PT09PT09PT0//wgARCAAwAEADASEAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAgEDBf/EABcBAQEBAQAAAAAA
        AAAAAAAAAAMEBQH/2gAMAwEAAhADEAAAAeXdPiQUVA6oUZXSxFQoSCioHxWliKhQqFCQPitLFqB1QoSB8VpYtQPUFCoUZXSx
        EgoqB6go/8QAFRABAQAAAAAAAAAAAAAAAAAAABH/2gAIAQEAAQUCiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiI/8QAFhEAAwAA
        AAAAAAAAAAAAAAAAAAEC/9oACAEDAQE/AZZLJZLJZLJZLJZLJZLJZLJZLJZLJZLJZLJZLP/EABYRAAMAAAAAAAAAAAAAAAAA
        AAABAv/aAAgBAgEBPwGmUymUymUymUymUymUymUymUymUymUymUymUz/xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oACAEBAAY/
        AkP/xAAWEAEBAQAAAAAAAAAAAAAAAAABABD/2gAIAQEAAT8hhCEIQhoNBoNBoIQwIQhDQaDQaDQQhP/aAAwDAQACAAMAAAAQ
        UrZWr5drj2MJ5kC+/8QAFBEBAAAAAAAAAAAAAAAAAAAAQP/aAAgBAwEBPxBAAAAAAAAH/8QAFBEBAAAAAAAAAAAAAAAAAAAA
        QP/aAAgBAgEBPxBAAAAAAAAH/8QAGBABAQEBAQAAAAAAAAAAAAAAAQAQIDD/2gAIAQEAAT8QPAAAEMBDAQwEMBDgAdAAIYCG
        AhgIYCHAD//Z
        """)

    private static func decoded(_ text: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }
}
