// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Diagnosis
import Testing

/// The diagnosis examines a camera beside the session, and neither disturbs the other.
@Suite(.timeLimit(.minutes(10)))
struct ReservationTests {
    private let test: SessionUnderTest
    private let reservation = CameraReservation()

    @MainActor init() throws { test = try SessionUnderTest() }

    @Test func streamingCameraIsReportedInsteadOfLent() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false), .frame(isDamaged: true))
        while test.service.mailbox.take() == nil { await Task.yield() }
        let figures = try #require(await test.service.reserve(test.provider.camera.id, with: reservation))
        #expect(figures.frames == 2 && figures.damaged == 1)
        #expect(!reservation.isOver)
        #expect(test.provider.script.openCount == 1 && test.provider.script.closeCount == 0)
    }

    @Test func countersRestartWithEachStream() async throws {
        await test.startStreaming()
        test.provider.script.deliver(.frame(isDamaged: false))
        test.provider.script.deliver(.fault(CameraError(.failed, underlying: 5, step: "VIDIOC_DQBUF")))
        await test.wait { if case .streaming(_, _, let restarts) = $0 { restarts == 1 } else { false } }
        let figures = await test.service.reserve(test.provider.camera.id, with: reservation)
        #expect(try #require(figures).frames == 0)
    }

    @Test func aLentCameraIsNotTriedAgainUntilItIsBack() async throws {
        test.provider.script.failOpening(CameraError(.failed, underlying: 5, step: "VIDIOC_STREAMON"))
        test.service.allow(test.permission)
        await test.wait { if case .failed = $0 { true } else { false } }
        #expect(await test.service.reserve(test.provider.camera.id, with: reservation) == nil)
        // The next try is due, and is postponed.
        await test.turn(by: SessionMachine.Plans().failed.first)
        #expect(test.provider.script.openCount == 1)
        reservation.end()
        await test.turn(by: .milliseconds(99))
        #expect(test.provider.script.openCount == 1)
        await test.turn(by: .milliseconds(1))
        await test.wait { if case .resuming = $0 { true } else { false } }
        #expect(test.provider.script.openCount == 2)
    }

    @Test func cancelledLoanReturnsAtOnce() async {
        test.service.allow(test.permission)
        #expect(await test.service.reserve(CameraID(rawValue: "another"), with: reservation) == nil)
        test.service.pause()
        await test.wait { if case .paused = $0 { true } else { false } }
        #expect(reservation.isOver)
    }

    @Test func revokedPermissionEndsTheLoanAtOnce() async {
        await test.startStreaming()
        #expect(await test.service.reserve(CameraID(rawValue: "another"), with: reservation) == nil)
        test.service.revoke()
        await test.wait { $0 == .off }
        #expect(reservation.isOver)
    }

    @Test func choosingTheCameraTakesItBack() async {
        await test.startStreaming()
        let other = CameraInfo(id: CameraID(rawValue: "b"), name: "B", node: "", position: .external)
        #expect(await test.service.reserve(other.id, with: reservation) == nil)
        test.service.select(other)
        await test.settle()
        #expect(reservation.isOver)
    }
}
