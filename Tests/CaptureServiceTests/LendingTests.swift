import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@testable import Permissions

/// The diagnosis tries out a camera beside the session, and neither is in the other's way.
@Suite(.timeLimit(.minutes(1)))
struct LendingTests {
    private let provider = ScriptedProvider()
    private let clock = ManualClock()
    private let service: CaptureService
    private let permission: CameraGrant
    private let loan = CameraLoan()

    @MainActor init() throws {
        service = CaptureService(provider: provider, preferred: nil, clock: { [clock] in clock.now })
        let manager = CameraPermissionManager(settings: nil)
        manager.record(isAllowed: true)
        permission = try #require(manager.currentGrant())
        service.setTarget(ViewfinderTarget(view: ScriptedCamera.size, isMirrored: false))
    }

    private func wait(_ isWanted: (SessionState) -> Bool) async {
        for await snapshot in service.snapshots() where isWanted(snapshot.state) { return }
    }

    private func startStreaming() async {
        service.allow(permission)
        await wait { if case .streaming = $0 { true } else { false } }
    }

    @Test func aCameraThatStreamsIsNotLentButToldOf() async throws {
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: false), .frame(isDamaged: true))
        while service.mailbox.take() == nil { await Task.yield() }
        let figures = try #require(await service.lend(provider.camera.id, on: loan))
        #expect(figures.frames == 2 && figures.damaged == 1)
        #expect(!loan.isOver)
        #expect(provider.script.openCount == 1 && provider.script.closeCount == 0)
    }

    @Test func whatItCountsBeginsAnewWithEachStream() async throws {
        await startStreaming()
        provider.script.deliver(.frame(isDamaged: false))
        provider.script.deliver(.fault(CameraError(.failed, underlying: 5, step: "VIDIOC_DQBUF")))
        await wait { if case .streaming(_, _, let restarts) = $0 { restarts == 1 } else { false } }
        #expect(try #require(await service.lend(provider.camera.id, on: loan)).frames == 0)
    }

    @Test func aLentCameraIsNotTriedAgainUntilItIsBack() async throws {
        provider.script.failOpening(CameraError(.failed, underlying: 5, step: "VIDIOC_STREAMON"))
        service.allow(permission)
        await wait { if case .failed = $0 { true } else { false } }
        #expect(await service.lend(provider.camera.id, on: loan) == nil)
        // Longer than the session waits with its next try.
        try await Task.sleep(for: SessionMachine.Delay.failed + .milliseconds(500))
        #expect(provider.script.openCount == 1)
        loan.end()
        await wait { if case .streaming = $0 { true } else { false } }
        #expect(provider.script.openCount == 2)
    }

    @Test func whoLeavesHasItBackAtOnce() async {
        service.allow(permission)
        #expect(await service.lend(CameraID(rawValue: "another"), on: loan) == nil)
        service.pause()
        await wait { if case .paused = $0 { true } else { false } }
        #expect(loan.isOver)
    }

    @Test func whoTakesThePermissionBackHasItBackAtOnce() async {
        await startStreaming()
        #expect(await service.lend(CameraID(rawValue: "another"), on: loan) == nil)
        service.revoke()
        await wait { $0 == .off }
        #expect(loan.isOver)
    }

    @Test func choosingTheCameraTakesItBack() async {
        await startStreaming()
        let other = CameraInfo(id: CameraID(rawValue: "b"), name: "B", node: "", position: .external)
        #expect(await service.lend(other.id, on: loan) == nil)
        service.select(other)
        await withCheckedContinuation { done in service.afterwards { done.resume() } }
        #expect(loan.isOver)
    }
}
