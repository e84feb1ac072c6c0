// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct PhotoOrientationTests {
    /// Where the stored upper left corner is seen, by the table of Exif 2.32, 4.6.4 A ("0th row, 0th column").
    @Test(
        arguments: [
            (.none, false, 1), (.none, true, 2), (.half, false, 3), (.half, true, 4),
            (.threeQuarters, true, 5),
            (.quarter, false, 6), (.quarter, true, 7), (.threeQuarters, false, 8),
        ] as [(PhotoOrientation.Turn, Bool, UInt16)])
    func everyWayOfTurningHasItsNumber(turn: PhotoOrientation.Turn, isMirrored: Bool, value: UInt16) {
        #expect(PhotoOrientation(turn: turn, isMirrored: isMirrored).exifValue == value)
    }
}
