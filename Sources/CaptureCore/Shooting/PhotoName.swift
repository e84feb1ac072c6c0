// SPDX-License-Identifier: GPL-3.0-or-later
/// The name of a photo's or a video's file: `IMG_YYYYMMDD_HHMMSS_mmm.heic` or `VID_….mp4`, in local time, without colons
/// or spaces.
public struct PhotoName: Equatable, Sendable {
    /// The name without extension.
    public let stem: String

    /// - Parameters:
    ///   - time: when the photo was taken, or the video begun; its own offset makes it local time.
    ///   - isVideo: how the name begins.
    public init(time: WallTime, isVideo: Bool = false) {
        let milliseconds = time.millisecondsSince1970
        let local = floorDivide(milliseconds, 1000) + Int64(time.offsetFromUTC)
        let date = CivilDate(secondsSince1970: local)
        stem =
            (isVideo ? "VID_" : "IMG_") + padded(date.year, 4) + padded(date.month, 2) + padded(date.day, 2)
            + "_" + padded(date.hour, 2) + padded(date.minute, 2) + padded(date.second, 2)
            + "_" + padded(Int(milliseconds - floorDivide(milliseconds, 1000) * 1000), 3)
    }

    /// The time in such a file name, in milliseconds since 1970 of the local calendar; nil for other names.
    public static func milliseconds(inName name: String) -> Int64? {
        let bytes = Array(name.utf8)
        guard bytes.count > 23, ["IMG_", "VID_"].contains(where: { bytes.starts(with: $0.utf8) }),
            bytes[12] == UInt8(ascii: "_"),
            bytes[19] == UInt8(ascii: "_")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            range.reduce(into: Int?.some(0)) { value, index in
                let digit = Int(bytes[index]) - 48
                value = (0...9).contains(digit) ? value.map { $0 * 10 + digit } : nil
            }
        }
        guard let year = number(4..<8), let month = number(8..<10), let day = number(10..<12),
            let hour = number(13..<15), let minute = number(15..<17), let second = number(17..<19),
            let millisecond = number(20..<23), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let days = CivilDate.days(year: year, month: month, day: day)
        return ((days * 24 + Int64(hour)) * 60 + Int64(minute)) * 60_000 + Int64(second * 1000 + millisecond)
    }

    /// The file name for the `attempt`th try, counted from 0: later tries get `_1`, `_2`… so that nothing is
    /// overwritten.
    public func fileName(_ format: PhotoFormat, attempt: Int = 0) -> String {
        fileName(extension: format.fileExtension, attempt: attempt)
    }

    public func fileName(extension suffix: String, attempt: Int) -> String {
        stem + (attempt == 0 ? "" : "_\(attempt)") + "." + suffix
    }
}

/// A date and time of day in the Gregorian calendar.
public struct CivilDate: Equatable, Sendable {
    public let year, month, day, hour, minute, second: Int

    /// - Parameter seconds: since 1970-01-01 00:00:00 in the zone the date is wanted for.
    ///
    /// The day arithmetic is Howard Hinnant's `civil_from_days` ("chrono-Compatible Low-Level Date Algorithms").
    public init(secondsSince1970 seconds: Int64) {
        let days = floorDivide(seconds, 86400)
        let secondOfDay = Int(seconds - days * 86400)
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
    }

    /// Days from 1970-01-01 to a date: Howard Hinnant's `days_from_civil`, from the same place.
    fileprivate static func days(year: Int, month: Int, day: Int) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return Int64(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
    }
}

private func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
