// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct FocusStrategyTests {
    private func integer(_ id: ControlID, _ range: ClosedRange<Int64>, step: Int64 = 1) -> ControlReading {
        ControlReading(
            descriptor: ControlDescriptor(
                id: id, name: "", kind: .integer(range: range, step: step), defaultValue: range.lowerBound),
            value: range.lowerBound)
    }
    private func button(_ id: ControlID) -> ControlReading {
        ControlReading(
            descriptor: ControlDescriptor(id: id, name: "", kind: .button, defaultValue: 0), value: nil)
    }
    private var exposure: [ControlReading] {
        let entries = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "") }
        return [
            ControlReading(
                descriptor: ControlDescriptor(
                    id: .exposureMode, name: "", kind: .menu(entries), defaultValue: 3), value: 3),
            integer(.exposureTime, 3...2047),
        ]
    }

    @Test func theBestThatACameraHasIsChosen() {
        let lens = integer(.focusPosition, 0...250, step: 5)
        let status = integer(.focusStatus, 0...7)
        #expect(FocusCapabilities([]).focus == .fixed)
        #expect(FocusCapabilities([lens]).focus == .contrast(FocusRange(lower: 0, upper: 250, step: 5)!))
        #expect(FocusCapabilities([lens, button(.focusStart), status]).focus == .oneShot)
        #expect(FocusCapabilities([integer(.focusPosition, 7...7)]).focus == .fixed)
    }

    @Test func spotMeteringNeedsASettableExposureTime() {
        #expect(FocusCapabilities(exposure).metering == .spot)
        // A region's firmware is not kept from burning the picture out.
        let region = integer(.regionAutomatics, 0...1)
        #expect(FocusCapabilities(exposure + [region]).metering == .spot)
        #expect(FocusCapabilities([region]).metering == .region)
        #expect(FocusCapabilities([integer(.gain, 0...255)]).metering == .none)
    }
}

struct PointOfInterestTests {
    @Test func pixelsAreThoseThePointLiesIn() {
        let size = PixelSize(width: 640, height: 480)
        for x in 0..<640 {
            let point = PointOfInterest(x: (Double(x) + 0.5) / 640, y: 0.5)
            #expect(point.pixel(in: size).x == x)
        }
        #expect(PointOfInterest(x: 1, y: -3).pixel(in: size) == (639, 0))
        #expect(PointOfInterest(x: .nan, y: .infinity).pixel(in: size) == (0, 479))
    }

    @Test func windowsAreClippedAndNeverEmpty() {
        for size in [PixelSize(width: 1, height: 1), PixelSize(width: 1920, height: 1080)] {
            for place in [0.0, 0.3, 0.999, 1] {
                let window = SensorWindow(around: PointOfInterest(x: place, y: place)).pixels(in: size)
                #expect(window.width > 0 && window.height > 0)
                #expect(window.left >= 0 && window.left + window.width <= size.width)
                #expect(window.top >= 0 && window.top + window.height <= size.height)
            }
        }
    }
}
