import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@testable import Permissions

@Suite(.timeLimit(.minutes(1)))
struct CaptureServiceTests {
    private let provider = ScriptedProvider()
    /// Stands still, so that no stall is seen where only the machine is slow.
    private let clock = ManualClock()
    private let service: CaptureService
    private let permission: CameraGrant

    @MainActor init() throws {
        service = CaptureService(provider: provider, preferred: nil, clock: { [clock] in clock.now })
        let manager = CameraPermissionManager(settings: nil)
        manager.record(isAllowed: true)
        permission = try #require(manager.currentGrant())
        service.setTarget(ViewfinderTarget(view: ScriptedCamera.size, isMirrored: false))
    }

    /// Waits for a state; the suite's time limit ends a wait in vain.
    private func wait(_ isWanted: (SessionState) -> Bool) async -> SessionState? {
        for await snapshot in service.snapshots() where isWanted(snapshot.state) { return snapshot.state }
        return nil
    }

    private func startStreaming() async {
        service.allow(permission)
        _ = await wait { if case .streaming = $0 { true } else { false } }
    }

    /// Waits until the capture thread has done all that was asked of it.
    private func settle() async {
        await withCheckedContinuation { continuation in service.afterwards { continuation.resume() } }
    }

    /// Waits for a picture.
    ///
    /// - Throws: `CancellationError` when the suite's time is over.
    private func nextPicture() async throws -> Picture {
        while true {
            if let picture = service.mailbox.take() { return picture }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func anotherModeStartsTheStreamAnewAndTheSameOneDoesNot() async throws {
        await startStreaming()
        var wishes = ModeWishes()
        wishes[CameraID(rawValue: "another")] = CaptureMode(
            format: .grey, size: ScriptedCamera.size, rate: FrameRate(30))
        service.setModes(wishes)
        await settle()
        #expect(provider.script.wishes == [nil])
        let mode = CaptureMode(format: .grey, size: ScriptedCamera.size, rate: FrameRate(30))
        wishes[provider.camera.id] = mode
        service.setModes(wishes)
        service.setModes(wishes)
        await startStreaming()
        await settle()
        #expect(provider.script.wishes == [nil, mode])
        #expect(provider.script.openCount == 2 && provider.script.closeCount == 1)
    }

    @Test func nothingIsOpenedWithoutAGrant() async {
        service.camerasMayHaveChanged()
        service.retry()
        service.select(provider.camera)
        await settle()
        #expect(provider.script.openCount == 0)
    }

    @Test func aFrameBecomesAPictureOfTheSizeThatWasAskedFor() async throws {
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: false))
        let picture = try await nextPicture()
        #expect(picture.size == ScriptedCamera.size)
        #expect(picture.frame.sequence == 1)
    }

    @Test func theNewestFrameWins() async throws {
        await startStreaming()
        service.afterwards { [script = provider.script] in
            script.deliver(.frame(isDamaged: false), .frame(isDamaged: false), .frame(isDamaged: false))
        }
        #expect(try await nextPicture().frame.sequence == 3)
    }

    @Test func aDamagedFrameIsNotShownWhileWholeOnesCome() async throws {
        await startStreaming()
        service.afterwards { [script = provider.script] in
            script.deliver(.frame(isDamaged: false), .frame(isDamaged: true))
        }
        let picture = try await nextPicture()
        #expect(picture.frame.sequence == 1)
        #expect(!picture.frame.isDamaged)
    }

    @Test func aDamagedFrameIsShownWhenNothingElseEverCame() async throws {
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: true))
        #expect(try await nextPicture().frame.isDamaged)
    }

    @Test func aNewSizeDrawsTheLastFrameAgain() async throws {
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        service.setTarget(ViewfinderTarget(view: PixelSize(width: 32, height: 24), isMirrored: true))
        let again = try await nextPicture()
        #expect(again.size == PixelSize(width: 32, height: 24))
        #expect(again.isMirrored)
        #expect(again.frame.sequence == 1)
    }

    @Test func anUnplugIsToldAndTheCameraComesBackByItself() async {
        await startStreaming()
        provider.isPlugged = false
        provider.script.deliver(.fault(CameraError(.gone, underlying: 19, step: "VIDIOC_DQBUF")))
        #expect(await wait { $0 == .disconnected(provider.camera) } != nil)
        #expect(provider.script.closeCount == provider.script.openCount)
        provider.isPlugged = true
        #expect(await wait { if case .streaming = $0 { true } else { false } } != nil)
        #expect(provider.script.openCount == 2)
    }

    @Test func aBusyCameraNamesItsOwnerAndIsTriedAgainOnRequest() async {
        provider.script.failOpening(CameraError(.busy(by: "Cheese"), underlying: 16, step: "VIDIOC_S_FMT"))
        service.allow(permission)
        #expect(await wait { $0 == .busy(provider.camera, by: "Cheese") } != nil)
        service.retry()
        #expect(await wait { if case .streaming = $0 { true } else { false } } != nil)
    }

    @Test func anIOErrorRestartsTheStream() async throws {
        await startStreaming()
        provider.script.deliver(.fault(CameraError(.failed, underlying: 5, step: "VIDIOC_DQBUF")))
        _ = await wait { if case .streaming(_, _, let restarts) = $0 { restarts == 1 } else { false } }
        provider.script.deliver(.frame(isDamaged: false))
        #expect(try await nextPicture().frame.layout.size == ScriptedCamera.size)
        #expect(
            await wait { if case .streaming(_, _, let restarts) = $0 { restarts == 0 } else { false } } != nil
        )
        #expect(provider.script.openCount == 2)
    }

    @Test func aStreamThatStallsIsStartedAgain() async throws {
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        // The picture is out before its time is noted.
        await settle()
        clock.advance(by: .seconds(3))
        #expect(
            await wait { if case .streaming(_, _, let restarts) = $0 { restarts == 1 } else { false } } != nil
        )
        #expect(provider.script.openCount == 2)
    }

    @Test func whatTintypeTakesItsTimeForIsNoStall() async throws {
        provider.script.controls.whileAnswering { [clock] in clock.advance(by: .seconds(3)) }
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: false))
        _ = try await nextPicture()
        await settle()
        // Habits were brought to the camera, which was slow to answer.
        #expect(clock.now > ManualClock().now)
        let state = await wait { _ in true }
        guard case .streaming(_, _, restarts: 0) = state else {
            Issue.record("not streaming: \(String(describing: state))")
            return
        }
        #expect(provider.script.openCount == 1)
    }

    @Test func withdrawingThePermissionClosesTheCamera() async {
        await startStreaming()
        service.revoke()
        #expect(await wait { $0 == .off } != nil)
        #expect(provider.script.closeCount == 1)
    }

    @Test func aDescriptorThatIsAlwaysReadyIsNoBusyLoop() async throws {
        await startStreaming()
        let before = provider.script.askCount
        provider.script.sayReadyForever()
        // The time that is measured: a busy loop shows in how often it looked meanwhile.
        let time = try await ContinuousClock().measure { try await Task.sleep(for: .milliseconds(300)) }
        // One look each 10 ms, after the first few; a busy loop makes hundreds of thousands.
        #expect(provider.script.askCount - before < Int(time / .milliseconds(5)) + 20)
        #expect(provider.script.askCount - before > 2)
    }

    @Test func aDriverThatAlwaysHasAnotherFrameKeepsNothingElseWaiting() async {
        await startStreaming()
        provider.script.deliverForever()
        // Frames are taken, and what is asked for is done all the same.
        for _ in 0..<5 { await settle() }
        service.stop()
        await settle()
        #expect(provider.script.closeCount == 1)
        #expect(provider.script.askCount > 1)
    }

    @Test func aClosedServiceHoldsNoFrame() async throws {
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: false))
        weak var frame: Frame?
        do {
            let picture = try await nextPicture()
            frame = picture.frame
        }
        service.stop()
        await settle()
        #expect(frame == nil)
    }
}
