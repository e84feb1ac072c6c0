// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CaptureServiceTests {
    private let test: SessionUnderTest

    @MainActor init() throws { test = try SessionUnderTest() }

    /// Waits for a picture.
    ///
    /// - Throws: `CancellationError` when the suite's time is over.
    private func nextPicture() async throws -> Picture {
        while true {
            if let picture = test.service.mailbox.take()?.picture { return picture }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func anotherModeStartsTheStreamAnewAndTheSameOneDoesNot() async throws {
        await test.startStreaming()
        var requests = PreferredModes()
        requests[CameraID(rawValue: "another")] = CaptureMode(
            format: .grey, size: ScriptedCamera.size, rate: FrameRate(30))
        test.service.setModes(requests)
        await test.settle()
        #expect(test.provider.script.preferences == [nil])
        let mode = CaptureMode(format: .grey, size: ScriptedCamera.size, rate: FrameRate(30))
        requests[test.provider.camera.id] = mode
        test.service.setModes(requests)
        test.service.setModes(requests)
        await test.startStreaming()
        await test.settle()
        #expect(test.provider.script.preferences == [nil, mode])
        for await snapshot in test.service.snapshots() {
            #expect(snapshot.preferredMode == mode)
            break
        }
        #expect(test.provider.script.openCount == 2 && test.provider.script.closeCount == 1)
    }

    @Test func nothingIsOpenedWithoutAGrant() async {
        test.service.camerasMayHaveChanged()
        test.service.retry()
        test.service.select(test.provider.camera)
        await test.settle()
        #expect(test.provider.script.openCount == 0)
    }

    @Test func aFrameBecomesAPictureOfTheSizeThatWasAskedFor() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        let picture = try await nextPicture()
        #expect(picture.size == ScriptedCamera.size)
        #expect(picture.frame.sequence == 1)
    }

    @Test func theNewestFrameWins() async throws {
        await test.startStreaming()
        test.service.afterwards { [script = test.provider.script] in
            script.deliver(.frame(isDamaged: false), .frame(isDamaged: false), .frame(isDamaged: false))
        }
        #expect(try await nextPicture().frame.sequence == 3)
    }

    @Test func aDamagedFrameIsNotShownWhileWholeOnesCome() async throws {
        await test.startStreaming()
        test.service.afterwards { [script = test.provider.script] in
            script.deliver(.frame(isDamaged: false), .frame(isDamaged: true))
        }
        let picture = try await nextPicture()
        #expect(picture.frame.sequence == 1)
        #expect(!picture.frame.isDamaged)
    }

    @Test func aDamagedFrameIsShownWhenNothingElseEverCame() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: true))
        #expect(try await nextPicture().frame.isDamaged)
    }

    @Test func aNewSizeDrawsTheLastFrameAgain() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        test.service.setTarget(ViewfinderTarget(view: PixelSize(width: 32, height: 24), isMirrored: true))
        let again = try await nextPicture()
        #expect(again.size == PixelSize(width: 32, height: 24))
        #expect(again.isMirrored)
        #expect(again.frame.sequence == 1)
    }

    @Test func anUnplugIsReportedAndTheCameraComesBackByItself() async {
        await test.startStreaming()
        test.provider.isPlugged = false
        test.provider.script.deliver(.fault(CameraError(.gone, underlying: 19, step: "VIDIOC_DQBUF")))
        #expect(await test.wait { $0 == .disconnected(test.provider.camera) } != nil)
        #expect(test.provider.script.closeCount == test.provider.script.openCount)
        test.provider.isPlugged = true
        await test.turn(by: SessionMachine.Plans().disconnected.first - .milliseconds(1))
        #expect(test.provider.script.openCount == 1)
        await test.turn(by: .milliseconds(1))
        #expect(await test.wait { if case .streaming = $0 { true } else { false } } != nil)
        #expect(test.provider.script.openCount == 2)
    }

    @Test func aBusyCameraNamesItsOwnerAndIsTriedAgainOnRequest() async {
        test.provider.script.failOpening(
            CameraError(.busy(by: "Cheese"), underlying: 16, step: "VIDIOC_S_FMT"))
        test.service.allow(test.permission)
        #expect(await test.wait { $0 == .busy(test.provider.camera, by: "Cheese") } != nil)
        test.service.retry()
        #expect(await test.wait { if case .streaming = $0 { true } else { false } } != nil)
    }

    @Test func anIOErrorRestartsTheStream() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.fault(CameraError(.failed, underlying: 5, step: "VIDIOC_DQBUF")))
        _ = await test.wait { if case .streaming(_, _, let restarts) = $0 { restarts == 1 } else { false } }
        test.provider.script.deliver(.frame(isDamaged: false))
        #expect(try await nextPicture().frame.layout.size == ScriptedCamera.size)
        test.provider.script.deliver(.frame(isDamaged: false), .frame(isDamaged: false))
        #expect(
            await test.wait { if case .streaming(_, _, let restarts) = $0 { restarts == 0 } else { false } }
                != nil
        )
        #expect(test.provider.script.openCount == 2)
    }

    @Test func aStreamThatStallsIsStartedAgain() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        // The picture is published before its time is noted.
        await test.settle()
        await test.turn(by: .seconds(3))
        #expect(
            await test.wait { if case .streaming(_, _, let restarts) = $0 { restarts == 1 } else { false } }
                != nil
        )
        #expect(test.provider.script.openCount == 2)
    }

    /// Lets the capture thread look for a frame, and at the clock, before it expects the first opening's stream.
    private func expectStreaming() async {
        let before = test.provider.script.askCount
        test.provider.script.deliver(.nothing)
        repeat { await test.settle() } while test.provider.script.askCount == before
        await test.settle()
        let state = await test.wait { _ in true }
        guard case .streaming(_, _, restarts: 0) = state else {
            Issue.record("not streaming: \(String(describing: state))")
            return
        }
        #expect(test.provider.script.openCount == 1)
    }

    @Test func aLongExposureIsNoStall() async throws {
        let modes = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "mode \($0)") }
        let kinds: [(ControlID, ControlDescriptor.Kind, Int64)] = [
            (.exposureMode, .menu(modes), 3), (.exposureTime, .integer(range: 1...100_000, step: 1), 250),
        ]
        let readings = kinds.map { id, kind, value in
            ControlReading(
                descriptor: ControlDescriptor(id: id, name: "", kind: kind, defaultValue: value), value: value
            )
        }
        test.provider.script.controls.have(readings)
        let shutter = try #require(Dial.all(from: readings).first { $0.kind == .shutter })
        await test.startStreaming()
        test.service.request(.manual(shutter, 40_000))
        test.provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        await test.settle()
        await test.turn(by: .seconds(5))
        await expectStreaming()
        // The picture that is being exposed when the camera becomes automatic may take as long.
        test.service.resetToAutomatic()
        await expectStreaming()
        await test.turn(by: .seconds(5))
        #expect(
            await test.wait { if case .streaming(_, _, restarts: 1) = $0 { true } else { false } } != nil)
    }

    @Test func slowStreamIsNoStall() async throws {
        test.provider.script.haveRate(FrameRate(numerator: 1, denominator: 5))
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        await test.settle()
        await test.turn(by: .seconds(14))
        await expectStreaming()
        await test.turn(by: .seconds(2))
        #expect(
            await test.wait { if case .streaming(_, _, restarts: 1) = $0 { true } else { false } } != nil)
    }

    @Test func repeatedFrameIsNoSignOfLife() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        await test.settle()
        await test.turn(by: .seconds(3))
        await test.wait { if case .streaming(_, _, restarts: 1) = $0 { true } else { false } }
        test.provider.script.deliver(.again, .again, .again, .again)
        await test.settle()
        await test.turn(by: .seconds(3))
        #expect(await test.wait { $0 == .failed(test.provider.camera, Self.stalled) } != nil)
    }

    private static let stalled = CameraError(.stalled, step: "waiting for a frame")

    @Test func aCameraThatFailedIsShownAgainOnlyAfterSeveralNewPictures() async throws {
        test.provider.script.makeVirtual(hasLostSource: true)
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        await test.settle()
        await test.turn(by: .milliseconds(600))
        await test.wait { if case .failed(_, let error) = $0 { error.code == .noSource } else { false } }
        test.provider.script.makeVirtual(hasLostSource: false)
        await test.turn(by: SessionMachine.Plans().noSource.first)
        await test.wait { if case .resuming = $0 { true } else { false } }
        test.provider.script.deliver(.again, .again, .again)
        await test.settle()
        let state = await test.wait { _ in true }
        guard case .resuming? = state else {
            Issue.record("an old frame counts: \(String(describing: state))")
            return
        }
        test.provider.script.deliver(
            .frame(isDamaged: false), .frame(isDamaged: false), .frame(isDamaged: false))
        #expect(
            await test.wait { if case .streaming(_, _, restarts: 0) = $0 { true } else { false } } != nil)
    }

    @Test func aCameraThatSendsOnlyDamagedPicturesComesBackAfterMoreOfThem() async throws {
        test.provider.script.makeVirtual(hasLostSource: true)
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: true))
        _ = try await nextPicture()
        await test.settle()
        await test.turn(by: .milliseconds(600))
        await test.wait { if case .failed(_, let error) = $0 { error.code == .noSource } else { false } }
        test.provider.script.makeVirtual(hasLostSource: false)
        await test.turn(by: SessionMachine.Plans().noSource.first)
        await test.wait { if case .resuming = $0 { true } else { false } }
        for _ in 0..<14 { test.provider.script.deliver(.frame(isDamaged: true)) }
        await test.settle()
        let state = await test.wait { _ in true }
        guard case .resuming? = state else {
            Issue.record("too few count: \(String(describing: state))")
            return
        }
        test.provider.script.deliver(.frame(isDamaged: true))
        #expect(
            await test.wait { if case .streaming(_, _, restarts: 0) = $0 { true } else { false } } != nil)
    }

    @Test func ownDelaysAreNoStall() async throws {
        test.provider.script.controls.whileAnswering { [clock = test.clock] in clock.advance(by: .seconds(3))
        }
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        await test.settle()
        // The camera was slow to answer during its defaults.
        #expect(test.clock.now > TurnedClock().now)
        let state = await test.wait { _ in true }
        guard case .streaming(_, _, restarts: 0) = state else {
            Issue.record("not streaming: \(String(describing: state))")
            return
        }
        #expect(test.provider.script.openCount == 1)
    }

    @Test func withdrawingThePermissionClosesTheCamera() async {
        await test.startStreaming()
        test.service.revoke()
        #expect(await test.wait { $0 == .off } != nil)
        #expect(test.provider.script.closeCount == 1)
    }

    @Test func aDescriptorThatIsAlwaysReadyIsNoBusyLoop() async throws {
        await test.startStreaming()
        let before = test.provider.script.askCount
        test.provider.script.sayReadyForever()
        for _ in 0..<100 { await test.settle() }
        // Four at once; then one each 10 ms, however often the thread is woken.
        #expect(test.provider.script.askCount - before == 4)
        for _ in 0..<30 {
            await test.turn(by: .milliseconds(10))
            await test.settle()
        }
        #expect(test.provider.script.askCount - before == 34)
    }

    @Test func aDriverThatAlwaysHasAnotherFrameKeepsNothingElseWaiting() async {
        await test.startStreaming()
        test.provider.script.deliverForever()
        // Frames are taken, and requests are carried out all the same.
        for _ in 0..<5 { await test.settle() }
        test.service.stop()
        await test.settle()
        #expect(test.provider.script.closeCount == 1)
        #expect(test.provider.script.askCount > 1)
    }

    @Test func aClosedServiceHoldsNoFrame() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        weak var frame: Frame?
        do {
            let picture = try await nextPicture()
            frame = picture.frame
        }
        test.service.stop()
        await test.settle()
        #expect(frame == nil)
    }
}
