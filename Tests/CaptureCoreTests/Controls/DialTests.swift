// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// The controls of an ordinary webcam.
private func webcam(exposureMode: Int64 = 3, whiteBalanceAutomatic: Int64 = 1) -> [ControlReading] {
    func integer(_ id: ControlID, _ range: ClosedRange<Int64>, _ step: Int64, _ value: Int64)
        -> ControlReading
    {
        ControlReading(
            descriptor: ControlDescriptor(
                id: id, name: "\(id.rawValue)", kind: .integer(range: range, step: step),
                defaultValue: range.lowerBound), value: value)
    }
    let modes = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "mode \($0)") }
    return [
        ControlReading(
            descriptor: ControlDescriptor(
                id: .exposureMode, name: "Auto Exposure", kind: .menu(modes), defaultValue: 3),
            value: exposureMode),
        integer(.exposureTime, 3...2047, 1, 250),
        integer(.gain, 0...255, 1, 64),
        ControlReading(
            descriptor: ControlDescriptor(
                id: .whiteBalanceAutomatic, name: "White Balance, Automatic", kind: .boolean, defaultValue: 1),
            value: whiteBalanceAutomatic),
        integer(.whiteBalanceTemperature, 2800...6500, 10, 4600),
    ]
}

struct DialTests {
    private func dial(_ kind: Dial.Kind, _ readings: [ControlReading] = webcam()) throws -> Dial {
        try #require(Dial.all(from: readings).first { $0.kind == kind })
    }

    @Test func missingControlsAreAbsent() {
        #expect(Dial.all(from: webcam()).map(\.kind) == [.shutter, .gain, .whiteBalance])
        #expect(Dial.all(from: []).isEmpty)
    }

    @Test func automaticIsReported() throws {
        #expect(try dial(.shutter).isAutomatic)
        #expect(try !dial(.shutter, webcam(exposureMode: 1)).isAutomatic)
        #expect(try !dial(.whiteBalance, webcam(whiteBalanceAutomatic: 0)).isAutomatic)
    }

    @Test func aManualValueTurnsTheAutomaticOffFirst() throws {
        let writes = ControlRequest.manual(try dial(.shutter), 100).writes
        #expect(writes == [ControlWrite(.exposureMode, 1), ControlWrite(.exposureTime, 100)])
    }

    @Test func givingItBackUsesTheAutomaticThatTheCameraHas() throws {
        #expect(ControlRequest.automatic(try dial(.shutter)).writes == [ControlWrite(.exposureMode, 3)])
    }

    @Test func aResetWritesOnlyWhatIsNotAutomatic() {
        #expect(AutomaticReset.writes(for: webcam()).isEmpty)
        #expect(
            AutomaticReset.writes(for: webcam(exposureMode: 1, whiteBalanceAutomatic: 0)) == [
                ControlWrite(.exposureMode, 3), ControlWrite(.whiteBalanceAutomatic, 1),
            ])
    }

    @Test(arguments: Dial.Kind.allCases.prefix(3))
    func everyStopIsAValueTheCameraTakes(_ kind: Dial.Kind) throws {
        let dial = try dial(kind)
        let stops = DialScale(dial).stops
        #expect(stops.first == dial.range.lowerBound && stops.last == dial.range.upperBound)
        #expect(stops == stops.sorted() && Set(stops).count == stops.count)
        for stop in stops.dropLast() { #expect((stop - dial.range.lowerBound) % dial.step == 0) }
    }

    @Test func threeStopsOfTheShutterDoubleTheLight() throws {
        let scale = DialScale(try dial(.shutter))
        let there = scale.value(3, stopsFrom: 250)
        #expect((470...530).contains(there))
    }

    @Test func theShutterHasWordsAtFullStopsOfLight() throws {
        let scale = DialScale(try dial(.shutter))
        let worded = scale.stops.indices.filter(scale.hasWords).map { scale.stops[$0] }
        // 1/125, 1/60, 1/30 and 1/15 s.
        #expect(Set([80, 167, 333, 667]).isSubset(of: worded))
        #expect(scale.wordInterval == 3)
    }

    @Test func theGainHasWordsAtRoundValues() throws {
        let scale = DialScale(try dial(.gain))
        let worded = scale.stops.indices.filter(scale.hasWords).map { scale.stops[$0] }
        #expect(worded == Array(stride(from: 0, through: 250, by: 25)))
    }

    @Test func theFocusHasWordsAtEachTenthOfTheWay() throws {
        let focus = ControlReading(
            descriptor: ControlDescriptor(
                id: .focusPosition, name: "Focus", kind: .integer(range: 0...250, step: 5), defaultValue: 0),
            value: 60)
        let scale = DialScale(try dial(.focus, [focus]))
        let worded = scale.stops.indices.filter(scale.hasWords).map { scale.stops[$0] }
        #expect(worded == Array(stride(from: 0, through: 250, by: 25)))
    }

    @Test(arguments: Dial.Kind.allCases.prefix(3))
    func rulerLabelsAreSparse(_ kind: Dial.Kind) throws {
        let scale = DialScale(try dial(kind))
        #expect(scale.wordInterval > 1)
        #expect(!scale.stops.indices.filter(scale.hasWords).isEmpty)
    }

    @Test func turningThereAndBackEndsWhereItBegan() throws {
        let scale = DialScale(try dial(.whiteBalance))
        for stop in scale.stops {
            #expect(scale.value(at: scale.position(of: stop)) == stop)
            #expect(scale.value(-1, stopsFrom: scale.value(1, stopsFrom: stop)) <= stop)
        }
    }

    @Test func aDialStopsAtItsEnds() throws {
        let scale = DialScale(try dial(.gain))
        #expect(scale.value(at: -5) == 0)
        #expect(scale.value(at: 1e9) == 255)
        #expect(scale.value(1, stopsFrom: 255) == 255)
        #expect(scale.value(-1, stopsFrom: 0) == 0)
    }
}
