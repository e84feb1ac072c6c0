// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Testing

@Suite struct PhotoNameTests {
    private func stem(_ nanoseconds: Int64, offset: Int = 0) -> String {
        PhotoName(time: WallTime(nanosecondsSince1970: nanoseconds, offsetFromUTC: offset)).stem
    }

    @Test func theNameIsTheLocalTimeToTheMillisecond() {
        // 2024-02-29 23:59:58.987 UTC.
        let leapDay: Int64 = 1_709_251_198_987_654_321
        #expect(stem(leapDay) == "IMG_20240229_235958_987")
        #expect(stem(leapDay, offset: 3600) == "IMG_20240301_005958_987")
        #expect(stem(leapDay, offset: -5 * 3600 - 1800) == "IMG_20240229_182958_987")
    }

    @Test func everyNumberHasItsWidth() {
        #expect(stem(0) == "IMG_19700101_000000_000")
        #expect(stem(1_000_000) == "IMG_19700101_000000_001")
    }

    @Test func timesBefore1970RoundDown() {
        #expect(stem(-1) == "IMG_19691231_235959_999")
        #expect(stem(-1_000_000_000) == "IMG_19691231_235959_000")
        #expect(stem(-1_000_000_001) == "IMG_19691231_235958_999")
    }

    @Test func namesOfLaterTriesAreNumbered() {
        let name = PhotoName(time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0))
        #expect(name.fileName(.heic) == "IMG_19700101_000000_000.heic")
        #expect(name.fileName(.jpeg, attempt: 1) == "IMG_19700101_000000_000_1.jpg")
        #expect(name.fileName(.heic, attempt: 12) == "IMG_19700101_000000_000_12.heic")
    }

    @Test func namesSortAsTheTimesDo() {
        var random = SeededRandom(seed: 4)
        let times = (0..<500).map { _ in
            Int64.random(in: 0...4_000_000_000, using: &random) * 1_000_000_000
        }.sorted()
        let names = times.map { stem($0) }
        #expect(names == names.sorted())
    }
}

@Suite struct CivilDateTests {
    @Test(
        arguments: [
            (951_782_400, 2000, 2, 29), (951_868_800, 2000, 3, 1), (4_107_456_000, 2100, 2, 28),
            (4_107_542_400, 2100, 3, 1), (-86_400, 1969, 12, 31), (-2_203_977_600, 1900, 2, 28),
            (-2_203_891_200, 1900, 3, 1), (1_703_980_800, 2023, 12, 31), (0, 1970, 1, 1),
        ] as [(Int64, Int, Int, Int)])
    func knownDates(seconds: Int64, year: Int, month: Int, day: Int) {
        for (second, hour) in [(0, 0), (86_399, 23)] as [(Int64, Int)] {
            let date = CivilDate(secondsSince1970: seconds + second)
            #expect(date.year == year && date.month == month && date.day == day)
            #expect(date.hour == hour)
        }
    }

    @Test func calendarAgreesWithTheCLibrary() {
        var random = SeededRandom(seed: 2)
        for _ in 0..<20_000 {
            // From the year -1000 to 9999.
            let seconds = Int64.random(in: -93_724_128_000...253_402_300_799, using: &random)
            var (time, parts) = (time_t(seconds), tm())
            _ = gmtime_r(&time, &parts)
            let date = CivilDate(secondsSince1970: seconds)
            #expect(date.year == Int(parts.tm_year) + 1900)
            #expect(date.month == Int(parts.tm_mon) + 1)
            #expect(date.day == Int(parts.tm_mday))
            #expect(date.hour == Int(parts.tm_hour))
            #expect(date.minute == Int(parts.tm_min))
            #expect(date.second == Int(parts.tm_sec))
        }
    }
}

@Suite struct StoredChoiceTests {
    @Test func knownModesAndFormatsComeBack() {
        #expect(ShootingMode.allCases.allSatisfy { ShootingMode(stored: $0.rawValue) == $0 })
        #expect(PhotoFormat.allCases.allSatisfy { PhotoFormat(stored: $0.rawValue) == $0 })
        #expect(ShootingMode.professional.rawValue == "pro")
    }

    @Test(arguments: ["", "Pro", "PRO", "manual", "auto ", "\u{0}"])
    func unknownModeMeansAuto(stored: String) {
        #expect(ShootingMode(stored: stored) == .automatic)
    }

    @Test(arguments: ["", "HEIC", "png"])
    func unknownPhotoFormatMeansHEIC(stored: String) {
        #expect(PhotoFormat(stored: stored) == .heic)
    }
}
