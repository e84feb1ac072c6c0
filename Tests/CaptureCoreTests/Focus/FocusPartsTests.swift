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

struct SpotMeteringTests {
    private static func readings(time: Int64, gain: Int64) -> [ControlReading] {
        let entries = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "") }
        func integer(_ id: ControlID, _ range: ClosedRange<Int64>, _ value: Int64) -> ControlReading {
            ControlReading(
                descriptor: ControlDescriptor(
                    id: id, name: "", kind: .integer(range: range, step: 1), defaultValue: value),
                value: value)
        }
        return [
            ControlReading(
                descriptor: ControlDescriptor(
                    id: .exposureMode, name: "", kind: .menu(entries), defaultValue: 3), value: 3),
            integer(.exposureTime, 1...5000, time), integer(.gain, 0...255, gain),
        ]
    }

    /// The luma of a spot that has `light` times the light it should, through the usual gamma.
    private static func luma(_ metering: SpotMetering, light: Double) -> Double {
        let factor = light * Double(metering.time) / 100 * (1 + 7 * Double(metering.gain ?? 0) / 255)
        var luma = 118.0
        // x^(1/2.2) by bisection keeps Foundation out.
        var (low, high) = (0.0, 255.0)
        for _ in 0..<60 {
            luma = (low + high) / 2
            var power = 1.0
            for _ in 0..<11 { power *= luma / 118 }
            if power < factor * factor * factor * factor * factor { low = luma } else { high = luma }
        }
        return luma
    }

    @Test(arguments: [0.05, 0.3, 1, 3, 20])
    func theSpotBecomesMiddleGrey(light: Double) throws {
        var metering = try #require(
            SpotMetering(Self.readings(time: 100, gain: 0), frameInterval: .milliseconds(33)))
        for frame in 0..<200 {
            let now = FormulaCamera.time(Double(frame) / 30)
            _ = metering.take(brightness: Self.luma(metering, light: light), at: now)
        }
        #expect(abs(Self.luma(metering, light: light) - SpotMetering.middleGrey) < 12)
        #expect(metering.time <= 330)
    }

    @Test func framesCapturedBeforeAMoveAreIgnored() throws {
        var metering = try #require(
            SpotMetering(Self.readings(time: 100, gain: 0), frameInterval: .milliseconds(33)))
        #expect(!metering.take(brightness: 30, at: FormulaCamera.time(0)).isEmpty)
        #expect(metering.take(brightness: 30, at: FormulaCamera.time(0.1)).isEmpty)
        #expect(!metering.take(brightness: 30, at: FormulaCamera.time(0.3)).isEmpty)
    }

    @Test func whatWasChangedIsGivenBackBeforeTheSwitch() throws {
        var metering = try #require(
            SpotMetering(Self.readings(time: 100, gain: 16), frameInterval: .milliseconds(33)))
        #expect(metering.ending == [ControlWrite(.exposureMode, 3)])
        for frame in 0..<200 {
            _ = metering.take(brightness: 5, at: FormulaCamera.time(Double(frame) / 30))
        }
        #expect(metering.gain == 255)
        #expect(
            metering.ending == [
                ControlWrite(.exposureTime, 100), ControlWrite(.gain, 16), ControlWrite(.exposureMode, 3),
            ])
    }

    @Test func compensationIsInStops() throws {
        var metering = try #require(
            SpotMetering(Self.readings(time: 100, gain: 0), frameInterval: .milliseconds(33)))
        metering.compensation = 1
        #expect(
            metering.take(brightness: 118, at: FormulaCamera.time(0)) == [ControlWrite(.exposureTime, 200)])
    }
}
