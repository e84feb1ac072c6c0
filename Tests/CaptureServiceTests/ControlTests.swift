// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Platform
import Testing

@testable import Permissions

/// Requests in, writes out: how many, how soon, in which order.
@Suite(.timeLimit(.minutes(10)))
struct ControlTests {
    private let test: SessionUnderTest
    private var provider: ScriptedProvider { test.provider }
    private var service: CaptureService { test.service }
    private var controls: ScriptedControls { provider.script.controls }

    @MainActor init() throws {
        test = try SessionUnderTest()
        controls.have(Self.webcam)
    }

    private static let webcam: [ControlReading] = {
        func reading(
            _ id: ControlID, _ kind: ControlDescriptor.Kind, _ value: Int64
        ) -> ControlReading {
            ControlReading(
                descriptor: ControlDescriptor(
                    id: id, name: "control \(id.rawValue)", kind: kind, defaultValue: value), value: value)
        }
        func number(_ id: ControlID, _ value: Int64) -> ControlReading {
            reading(id, .integer(range: 0...10_000, step: 1), value)
        }
        let modes = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "mode \($0)") }
        return [
            number(.brightness, 128), number(.gain, 0), number(.exposureTime, 250),
            number(.whiteBalanceTemperature, 4000), number(.focusPosition, 0),
            number(.exposureCompensation, 0), reading(.exposureMode, .menu(modes), 3),
            reading(.whiteBalanceAutomatic, .boolean, 1), reading(.focusAutomatic, .boolean, 1),
        ]
    }()

    private func start() async { await test.startStreaming() }

    private func settle() async { await service.settle() }

    /// Turns the clock until the camera has it.
    private func turn(until isTrue: () -> Bool) async throws {
        try await service.turn(test.clock, until: isTrue)
    }

    /// The views ask for the controls, which are there with the next frame.
    private func watch() async {
        service.watchControls(true)
        // A frame that the thread saw first would tell nothing.
        await settle()
        provider.script.deliver(.frame(isDamaged: false))
        for await report in service.controls() where !report.readings.isEmpty { break }
    }

    /// From now on each answer takes this long on the clock.
    private func beSlow(_ delay: Duration) {
        controls.whileAnswering { [clock = test.clock] in clock.advance(by: delay) }
    }

    private func dial(_ kind: Dial.Kind) throws -> Dial {
        try #require(Dial.all(from: Self.webcam).first { $0.kind == kind })
    }

    /// Sends small frames, as many as a camera sends in that time.
    private func deliverFrames(for duration: Duration) async {
        let end = test.clock.now + duration
        while test.clock.now < end {
            provider.script.deliver(.frame(isDamaged: false))
            await test.turn(by: .milliseconds(33))
        }
    }

    @Test func tenThousandMovementsInTenSecondsAreWritesFortyMillisecondsApart() async throws {
        await start()
        var random = SeededRandom(seed: 11)
        let dials = try [Dial.Kind.gain, .shutter, .whiteBalance, .focus].map { try dial($0) }
        var last: [ControlID: Int64] = [:]
        let begin = test.clock.now
        for movement in 1...10_000 {
            let dial = dials[Int.random(in: 0..<dials.count, using: &random)]
            let value = Int64.random(in: 0...10_000, using: &random)
            last[dial.control] = value
            service.request(.manual(dial, value))
            // Without a frame the stream would count as stalled and be restarted.
            if movement % 33 == 0 { provider.script.deliver(.frame(isDamaged: false)) }
            await test.turn(by: .milliseconds(1))
        }
        // The waiting writes take a turn for each dial.
        try await turn { last.allSatisfy { self.controls.value(of: $0.key) == $0.value } }
        let times = controls.writes.map(\.time)
        #expect(times.count > 220 && test.clock.now - begin < .seconds(11))
        // A switch and its value are no exception: firmware hangs on two within 40 ms.
        for (first, second) in zip(times, times.dropFirst()) { #expect(second - first > .milliseconds(40)) }
    }

    @Test func autoIsDoneInHalfASecondThoughEachControlTakes50Milliseconds() async throws {
        await start()
        await watch()
        for kind in Dial.Kind.allCases { service.request(.manual(try dial(kind), 77)) }
        await deliverFrames(for: .milliseconds(600))
        beSlow(.milliseconds(50))
        await deliverFrames(for: .milliseconds(600))
        let begin = test.clock.now
        let expected: [(ControlID, Int64)] = [
            (.exposureMode, 3), (.whiteBalanceAutomatic, 1), (.focusAutomatic, 1), (.exposureCompensation, 0),
            (.gain, 0),
        ]
        service.resetToAutomatic()
        try await turn { expected.allSatisfy { self.controls.value(of: $0.0) == $0.1 } }
        let took = test.clock.now - begin
        #expect(took < .milliseconds(470), "and a picture that shows it takes the rest: \(took)")
        #expect(took >= .milliseconds(250), "each of five writes takes its time: \(took)")
    }

    /// Each answer takes 50 ms with some cameras, and there may be dozens of controls.
    @Test func autoAfterAClickReadsNoControl() async throws {
        await start()
        service.focus(FocusRequest(PointOfInterest(x: 0.5, y: 0.5), isHeld: true, number: 1))
        await settle()
        let asked = controls.readCount
        #expect(asked > 0 && asked < Self.webcam.count + 3)
        service.compensateExposure(1)
        await settle()
        #expect(controls.value(of: .exposureMode) == 1)
        let before = controls.readCount
        service.resetToAutomatic()
        try await turn {
            self.controls.value(of: .exposureMode) == 3 && self.controls.value(of: .focusAutomatic) == 1
                && self.controls.value(of: .gain) == 0
        }
        #expect(controls.readCount == before)
    }

    @Test func autoNamesWhatFailsAndDoesTheRest() async throws {
        await start()
        await watch()
        service.request(.manual(try dial(.focus), 5))
        service.request(.manual(try dial(.whiteBalance), 5))
        await deliverFrames(for: .milliseconds(300))
        controls.refuse(.whiteBalanceAutomatic)
        let told = service.refusals()
        service.resetToAutomatic()
        try await turn { self.controls.value(of: .focusAutomatic) == 1 }
        await test.turn(by: .milliseconds(300))
        for await refusals in told {
            #expect(refusals.map(\.control) == [.whiteBalanceAutomatic])
            #expect(refusals.first?.name == "control \(ControlID.whiteBalanceAutomatic.rawValue)")
            break
        }
    }

    @Test func aSwitchIsWrittenOnceWhileADialIsTurned() async throws {
        await start()
        for value in 1...5 {
            service.request(.manual(try dial(.focus), Int64(value)))
            try await turn { self.controls.value(of: .focusPosition) == Int64(value) }
        }
        let writes = controls.writes.map(\.write)
        #expect(writes.count { $0.control == .focusAutomatic } == 1)
        #expect(writes.last == ControlWrite(.focusPosition, 5))
    }

    @Test func aSwitchTurnedBackByAnotherProgramIsWrittenAgain() async throws {
        await start()
        service.request(.manual(try dial(.focus), 5))
        try await turn { self.controls.value(of: .focusPosition) == 5 }
        controls.refuse(.focusPosition)
        let refusals = service.refusals()
        service.request(.manual(try dial(.focus), 6))
        for _ in 0..<3 { await test.turn(by: .milliseconds(42)) }
        for await refusal in refusals where !refusal.isEmpty { break }
        // Refused once without the switch, and once with it.
        #expect(controls.writes.count { $0.write == ControlWrite(.focusAutomatic, 0) } == 2)
    }

    @Test func everyRefusalIsReportedOnceAndNotToLaterListeners() async throws {
        await start()
        controls.refuse(.gain, .brightness, .focusPosition)
        let told = service.refusals()
        var seen = service.refusals().makeAsyncIterator()
        let refused: [ControlID] = [.gain, .brightness, .focusPosition]
        for control in refused {
            service.request(.set(control, 5))
            await test.turn(by: .milliseconds(42))
            // Reported before the next one: not one batch.
            #expect(await seen.next()?.map(\.control) == [control])
        }
        let late = service.refusals()
        controls.refuse(.exposureTime)
        service.request(.set(.exposureTime, 5))
        await test.turn(by: .milliseconds(42))
        // Nothing was read meanwhile.
        var heard: [ControlID] = []
        for await refusals in told {
            heard += refusals.map(\.control)
            if heard.count == 4 { break }
        }
        #expect(heard == refused + [.exposureTime])
        for await refusals in late {
            #expect(refusals.map(\.control) == [.exposureTime])
            break
        }
    }

    @Test func aChangeFromOutsideIsReportedWithTheNextFrame() async throws {
        await start()
        await watch()
        controls.change(.brightness, to: 200)
        provider.script.deliver(.frame(isDamaged: false))
        // No time passes.
        for await report in service.controls() {
            if report.readings.first(where: { $0.descriptor.id == .brightness })?.value == 200 { break }
        }
    }

    @Test func reportsNameTheirOpening() async throws {
        await start()
        service.watchControls(true)
        for opening in 1...2 {
            await settle()
            provider.script.deliver(.frame(isDamaged: false))
            for await report in service.controls() where report.opening == opening {
                if report.readings.isEmpty { continue }
                for await snapshot in service.snapshots() {
                    #expect(report.readings(in: snapshot) == report.readings)
                    break
                }
                break
            }
            service.pause()
            service.resume()
        }
    }

    @Test func slowCameraIsPolledSparingly() async throws {
        await start()
        await watch()
        beSlow(.milliseconds(50))
        let before = controls.readCount
        await deliverFrames(for: .seconds(2))
        // Four live values of 50 ms take 200 ms, so the next turn comes a second later.
        #expect((4...13).contains(controls.readCount - before))
    }

    @Test func closingGivesBackWhatWasSet() async throws {
        await start()
        service.request(.manual(try dial(.focus), 5))
        service.request(.set(.brightness, 7))
        try await turn {
            self.controls.value(of: .brightness) == 7 && self.controls.value(of: .focusPosition) == 5
        }
        service.stop()
        await settle()
        #expect(controls.value(of: .focusAutomatic) == 1)
        #expect(controls.value(of: .brightness) == 128)
    }

    /// As firmware that hangs does: the shot is not safe before it.
    @Test func silentCameraDelaysNoPress() async throws {
        await start()
        controls.beSlow(.seconds(3))
        let begin = MonotonicTime.now
        #expect(await service.measure() == MeasuredSettings())
        #expect(MonotonicTime.now - begin < .milliseconds(1500))
        controls.beSlow(.zero)
    }

    @Test func firmwareThatHangsIsToldOfAfterTwoSecondsAndThePictureGoesOn() async throws {
        await start()
        await watch()
        var told = service.refusals().makeAsyncIterator()
        controls.hang()
        let begin = test.clock.now
        service.request(.set(.brightness, 5))
        service.request(.set(.gain, 7))
        await deliverFrames(for: .seconds(3))
        // The first picture was taken, too: this one came while it hung.
        #expect(service.mailbox.take() != nil)
        let refusals = try #require(await told.next())
        #expect(refusals.map(\.control) == [.brightness] && refusals.allSatisfy(\.isHanging))
        #expect(controls.value(of: .gain) == 0, "nothing more is asked of it meanwhile")
        controls.answer()
        try await turn {
            self.provider.script.deliver(.frame(isDamaged: false))
            return self.controls.value(of: .gain) == 7
        }
        for await report in service.controls() {
            if report.readings.first(where: { $0.descriptor.id == .brightness })?.value == 5 { break }
            provider.script.deliver(.frame(isDamaged: false))
        }
        #expect(test.clock.now - begin < .seconds(5))
    }

    /// Of a camera that turns: one write that fails must not let it turn for ever, and none is repeated for ever.
    @Test(arguments: [3, Int.max]) func aStopThatIsRefusedIsRepeated(refusals: Int) async throws {
        let speed = ControlReading(
            descriptor: ControlDescriptor(
                id: .panSpeed, name: "Pan, Speed", kind: .integer(range: -8...8, step: 1), defaultValue: 8,
                flags: .writeOnly), value: nil)
        controls.have(Self.webcam + [speed])
        await start()
        await watch()
        service.request(.set(.panSpeed, 4))
        try await turn { self.controls.writes.last?.write == ControlWrite(.panSpeed, 4) }
        controls.refuse(.panSpeed)
        service.request(.set(.panSpeed, 0))
        if refusals < Int.max {
            try await turn { self.controls.refusedWrites.count == refusals }
            controls.refuse()
            try await turn { self.controls.writes.last?.write == ControlWrite(.panSpeed, 0) }
        }
        await deliverFrames(for: .seconds(3))
        let stop = ControlWrite(.panSpeed, 0)
        // The first one, and ten more.
        #expect(controls.refusedWrites == [ControlWrite](repeating: stop, count: min(refusals, 11)))
        #expect(controls.writes.count { $0.write == stop } == (refusals < Int.max ? 1 : 0))
    }

    @Test func zoomIsTheCamerasAsFarAsItGoes() async throws {
        let zoom = ControlReading(
            descriptor: ControlDescriptor(
                id: .zoom, name: "Zoom", kind: .integer(range: 100...200, step: 1), defaultValue: 100),
            value: 100)
        controls.have(Self.webcam + [zoom])
        await start()
        service.setTarget(
            ViewfinderTarget(view: ScriptedCamera.size, isMirrored: false, framing: Framing(zoom: 4)))
        provider.script.deliver(.frame(isDamaged: false))
        await settle()
        await deliverFrames(for: .milliseconds(200))
        #expect(controls.value(of: .zoom) == 200)
        let picture = try #require(service.mailbox.take()?.picture)
        #expect(picture.portion.size == PixelSize(width: 32, height: 24))
        // Auto undoes settings, not the zoom.
        service.resetToAutomatic()
        await settle()
        #expect(controls.value(of: .zoom) == 200)
        service.stop()
        await settle()
        #expect(controls.value(of: .zoom) == 100)
    }
}
