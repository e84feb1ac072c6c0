// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import CaptureCore

/// The order of photos by their names.
@Suite struct ShotCalendarTests {
    /// 2024-10-26 23:59:59.900 UTC.
    private static let lead: Int64 = 1_729_987_199_900_000_000

    private func moment(_ microseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: microseconds * 1000)
    }

    /// The names of shots of these moments, in microseconds.
    ///
    /// - Parameter set: nanoseconds by which the calendar has been set at a moment in microseconds, and seconds east of UTC.
    private func names(
        _ moments: [Int64], set: (Int64) -> (by: Int64, offset: Int) = { _ in (0, 0) }
    ) -> [String] {
        var calendar = ShotCalendar()
        return moments.map { at in
            let time = calendar.time(of: moment(at)) { captured in
                let change = set(at)
                return WallTime(
                    nanosecondsSince1970: Self.lead + captured.nanoseconds + change.by,
                    offsetFromUTC: change.offset)
            }
            return PhotoName(time: time).stem
        }
    }

    @Test func aPhotoIsNamedByItsCapture() {
        #expect(names([0, 33_333]) == ["IMG_20241026_235959_900", "IMG_20241026_235959_933"])
    }

    @Test func framesOfOneMillisecondHaveMillisecondsOfTheirOwnInTheirOrder() {
        let endings = names([10, 20, 30, 900, 1100, 33_000, 33_000]).map { $0.suffix(4) }
        #expect(endings == ["_900", "_901", "_902", "_903", "_904", "_933", "_934"])
    }

    @Test(arguments: [-3600, -1, 1, 3600])
    func settingTheClockDuringABurstChangesNoOrderAndNoDistance(seconds: Int64) {
        let moments = (0..<20).map { $0 * 33_333 as Int64 }
        let set = names(moments) { at in (at < 300_000 ? 0 : seconds * 1_000_000_000, 0) }
        #expect(set == names(moments))
        #expect(set == set.sorted() && Set(set).count == moments.count)
    }

    @Test func theEndOfSummerTimeDuringABurstChangesNoOrder() {
        let moments = (0..<20).map { $0 * 33_333 as Int64 }
        let autumn = names(moments) { at in (0, at < 300_000 ? 7200 : 3600) }
        #expect(autumn == autumn.sorted() && Set(autumn).count == moments.count)
    }

    @Test func afterAPauseTheCalendarCounts() {
        let hour: Int64 = 3_600_000_000_000
        let set = names([0, 500_000, 2_600_000]) { at in (at == 0 ? 0 : -hour, 0) }
        #expect(
            set == ["IMG_20241026_235959_900", "IMG_20241027_000000_400", "IMG_20241026_230002_500"])
    }

    @Test func anotherFrameMovesTheTimeByItsCapture() {
        func frame(arrival: Int64, source: Int64) -> Frame {
            Frame(
                copying: [0],
                layout: FrameLayout(
                    format: .grey, size: PixelSize(width: 1, height: 1), bytesPerLine: 1, color: .jpeg),
                arrival: moment(arrival), sourceTime: moment(source), isSourceMonotonic: true)
        }
        let shot = Shot(
            frame: frame(arrival: 200_000, source: 100_000),
            time: WallTime(nanosecondsSince1970: Self.lead, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "", node: "", position: .simulated), mode: .automatic,
            format: .jpeg, quality: 80)
        let other = shot.with(frame: frame(arrival: 200_000, source: 133_000))
        #expect(other.time.nanosecondsSince1970 - Self.lead == 33_000_000)
    }
}
