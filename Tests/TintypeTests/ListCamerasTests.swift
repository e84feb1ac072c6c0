// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import tintype

@MainActor @Suite struct ListCamerasTests {
    private static let size = PixelSize(width: 1280, height: 720)

    @Test func whatADriverDoesNotSayIsNotLeftEmpty() throws {
        let silent = ModeOffer(format: .yuyv, size: Self.size, rates: [])
        #expect(ListCameras.describe(silent) == "YUYV 1280x720 unknown rate")
        let odd = ModeOffer(
            format: .yuyv, size: Self.size,
            rates: [try #require(FrameRate(numerator: 10_000_000, denominator: 57143)), FrameRate(30)])
        #expect(ListCameras.describe(odd) == "YUYV 1280x720 175, 30")
    }
}
