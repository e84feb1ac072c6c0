// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Codes
import Testing

@testable import TintypeUI

/// What the scan sheet says and offers in each state.
@MainActor @Suite struct ScreenshotNoticeTests {
    @Test func eachStateHasItsOwnWordsAndWays() throws {
        let old = ScreenshotScan.old(path: "/s/a.png", age: 250)
        let states: [(ScreenshotScan, ScreenshotAccess, AccessStatus.Level?, [ScreenshotNotice.Way])] = [
            (.notAllowed, .denied, .denied, [.openSettings(.screenshots), .chooseImage]),
            (.notAllowed, .restricted, .restricted, [.chooseImage]),
            (.unreadable, .authorized, .restricted, [.chooseImage]),
            (.noneFound, .limited(folder: "/f/Holiday 2026"), .limited, [.allowFolder, .chooseImage]),
            (
                old, .limited(folder: "/f/Holiday 2026"), .limited,
                [.allowFolder, .scanAnyway(path: "/s/a.png"), .chooseImage]
            ),
            (old, .authorized, nil, [.scanAnyway(path: "/s/a.png"), .chooseImage]),
            (.noneFound, .authorized, nil, [.chooseImage]), (.noCode, .authorized, nil, [.chooseImage]),
        ]
        var headings: Set<String> = []
        for (scan, access, level, ways) in states {
            let notice = try #require(ScreenshotNotice(scan, access))
            #expect(notice.level == level)
            #expect(notice.ways == ways)
            headings.insert(notice.heading)
        }
        // Limited has one heading, whatever is in the folder.
        #expect(headings.count == states.count - 1)
        #expect(headings.contains("Tintype may look into Holiday 2026 only"))
    }

    @Test func whereThereIsNothingToSayNothingIsSaid() {
        #expect(ScreenshotNotice(.found([]), .authorized) == nil)
        // The question was left open.
        #expect(ScreenshotNotice(.notAllowed, .notDetermined) == nil)
    }

    @Test(arguments: [
        (60, "1 minute"), (250, "4 minutes"), (3600, "1 hour"), (3 * 3600, "3 hours"), (26 * 3600, "1 day"),
    ])
    func theAgeIsInTheLargestUnit(seconds: Int, words: String) throws {
        let notice = try #require(ScreenshotNotice(.old(path: "/a", age: seconds), .authorized))
        #expect(notice.text == "The newest was taken \(words) ago.")
    }
}
