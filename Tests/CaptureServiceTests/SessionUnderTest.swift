// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Glibc
import Platform
import Testing

@testable import Permissions

/// A service with a scripted camera, a clock that a test turns, so that a slow machine looks like no stall and nothing is
/// waited for, and a permission that is not granted yet.
struct SessionUnderTest {
    let provider: ScriptedProvider
    let clock: TurnedClock
    let service: CaptureService
    let permission: CameraGrant

    /// - Parameter notes: as `CaptureService` takes them.
    @MainActor init(notes: OpeningNotes? = nil, camera: CameraInfo = ScriptedProvider.webcam) throws {
        let clock = TurnedClock()
        self.clock = clock
        provider = ScriptedProvider(camera, clock: clock)
        service = CaptureService(provider: provider, preferred: nil, notes: notes, clock: { clock.now })
        let manager = CameraPermissionManager(settings: nil)
        manager.record(isAllowed: true)
        permission = try #require(manager.currentGrant())
        service.setTarget(ViewfinderTarget(view: ScriptedCamera.size, isMirrored: false))
    }

    /// Waits for a state; the suite's time limit ends a wait in vain.
    @discardableResult
    func wait(_ isWanted: (SessionState) -> Bool) async -> SessionState? {
        for await snapshot in service.snapshots() where isWanted(snapshot.state) { return snapshot.state }
        return nil
    }

    func startStreaming() async {
        service.allow(permission)
        await wait { if case .streaming = $0 { true } else { false } }
    }

    func settle() async { await service.settle() }

    func turn(by duration: Duration) async { await service.turn(clock, by: duration) }
}

extension CaptureService {
    /// Waits until the capture thread has done all that was queued.
    func settle() async {
        await withCheckedContinuation { continuation in afterwards { continuation.resume() } }
    }

    /// Turns the clock, and waits until the capture thread has done what is due then.
    func turn(_ clock: TurnedClock, by duration: Duration) async {
        clock.advance(by: duration)
        // The first wakes the thread, which looks at the clock before the second.
        for _ in 0..<2 { await settle() }
    }

    /// Turns the clock frame by frame, until something is true.
    ///
    /// - Throws: where it is not within a minute of the clock.
    func turn(
        _ clock: TurnedClock, each step: Duration = .nanoseconds(16_666_667), _ what: String = "",
        until isTrue: () async -> Bool
    ) async throws {
        let end = clock.now + .seconds(60)
        while !(await isTrue()) {
            guard clock.now < end else { throw WaitTimeout(description: what) }
            await turn(clock, by: step)
        }
    }
}

extension TurnedClock {
    /// For a command, whose thread has no other to turn the clock: waiting does.
    var frameWait: FrameWait {
        FrameWait(
            clock: { self.now },
            isReady: { descriptor, limit in
                let end = self.now + limit
                while true {
                    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    if poll(&polled, 1, 0) > 0 { return true }
                    guard self.now < end else { return false }
                    self.advance(by: min(end, self.nextBeatAt ?? end) - self.now)
                }
            })
    }
}
