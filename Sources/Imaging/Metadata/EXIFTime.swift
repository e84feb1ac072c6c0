// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// The texts that EXIF writes times in (Exif 2.32, 4.6.5).
struct EXIFTime {
    /// `YYYY:MM:DD HH:MM:SS`, local.
    let date: String
    /// `+HH:MM`.
    let offset: String
    /// Milliseconds.
    let subseconds: String

    init(_ time: WallTime) {
        // Rounded down, also before 1970.
        let milliseconds = Self.floorDivide(time.nanosecondsSince1970, 1_000_000)
        let seconds = Self.floorDivide(milliseconds, 1000)
        let local = CivilDate(secondsSince1970: seconds + Int64(time.offsetFromUTC))
        date =
            Self.padded(local.year, 4) + ":" + Self.padded(local.month) + ":" + Self.padded(local.day) + " "
            + Self.padded(local.hour) + ":" + Self.padded(local.minute) + ":" + Self.padded(local.second)
        let minutes = abs(time.offsetFromUTC) / 60
        offset =
            (time.offsetFromUTC < 0 ? "-" : "+") + Self.padded(minutes / 60) + ":" + Self.padded(minutes % 60)
        subseconds = Self.padded(Int(milliseconds - seconds * 1000), 3)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }

    private static func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
