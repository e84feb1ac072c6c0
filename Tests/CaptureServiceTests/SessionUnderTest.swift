// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@testable import Permissions

/// A service with a scripted camera, a clock that stands still, so that a slow machine looks like no stall, and a
/// permission that is not granted yet.
struct SessionUnderTest {
    let provider = ScriptedProvider()
    let clock = ManualClock()
    let service: CaptureService
    let permission: CameraGrant

    /// - Parameter pause: what passes the time until the next try; nil: time itself.
    @MainActor init(pause: ManualPause? = nil) throws {
        let clock = clock
        if let pause {
            service = CaptureService(
                provider: provider, preferred: nil, clock: { clock.now },
                pause: { try await pause.pause(for: $0) })
        } else {
            service = CaptureService(provider: provider, preferred: nil, clock: { clock.now })
        }
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

    /// Waits until the capture thread has done all that was queued.
    func settle() async {
        await withCheckedContinuation { continuation in service.afterwards { continuation.resume() } }
    }
}
