// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

/// Photos without a window.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SettledFrameTests {
    private let clock = TurnedClock()
    private let script: CameraScript

    init() { script = CameraScript { [clock] in clock.now } }

    private var camera: ScriptedCamera {
        get throws {
            try ScriptedCamera(
                CameraInfo(id: CameraID(rawValue: "a"), name: "A", node: "/dev/video8", position: .external),
                script)
        }
    }

    /// Of a program that has gone, a loopback may keep the last picture and repeat it.
    @Test func aVirtualCamerasOnlyFrameIsNoPhoto() throws {
        script.makeVirtual(hasLostSource: false)
        script.deliver(.frame(isDamaged: true), .again, .again)
        let error = #expect(throws: CameraError.self) {
            try SettledFrame.take(from: try camera, by: clock.frameWait)
        }
        #expect(error?.code == .noSource)
        #expect(script.closeCount == 1)
    }

    /// Relays of built-in cameras are black at first.
    @Test func aBlackPictureIsWaitedOut() throws {
        script.darken()
        let lightAt = clock.now + .milliseconds(2500)
        let frame = try SettledFrame.take(
            from: try camera, by: everyFrame { [script] in if $0 >= lightAt { script.darken(false) } })
        #expect(frame.withBytes { $0[0] } >= 100)
        #expect(clock.now - lightAt < .milliseconds(500))
    }

    @Test func aCameraThatStaysBlackIsGivenUpAfterFiveSeconds() throws {
        script.darken()
        let start = clock.now
        let frame = try SettledFrame.take(from: try camera, by: everyFrame())
        #expect(frame.withBytes { $0[0] } == 0)
        #expect((.seconds(5)...(.milliseconds(5200))).contains(clock.now - start))
        #expect(FrameLooker().look(at: frame)?.isBlack == true)
    }

    @Test(arguments: [(1, 2), (1, 3), (2, 3)])
    func ofABlinkingLightTheBrighterPictureIsTaken(dark: Int, cycle: Int) throws {
        script.blink(dark: dark, of: cycle)
        let start = clock.now
        let frame = try SettledFrame.take(from: try camera, by: everyFrame())
        #expect(frame.withBytes { $0[0] } == CameraScript.lit)
        #expect(clock.now - start < .seconds(1))
    }

    /// The same as with a lamp of every third or fourth picture.
    @Test(arguments: [3, 4]) func whateverBlinksIsTakenWithLightAndInTime(every count: Int64) throws {
        let start = clock.now
        let frame = try SettledFrame.take(
            from: try camera,
            by: everyFrame { [script] in script.darken(Int64(($0 - start) / .milliseconds(33)) % count != 0) }
        )
        #expect(frame.withBytes { $0[0] } >= 100)
        #expect(clock.now - start < .seconds(6))
    }

    /// A frame each 33 ms of the test's clock.
    private func everyFrame(_ before: @escaping @Sendable (MonotonicTime) -> Void = { _ in }) -> FrameWait {
        FrameWait(
            clock: { [clock] in clock.now },
            isReady: { [clock, script] _, _ in
                clock.advance(by: .milliseconds(33))
                before(clock.now)
                script.deliver(.frame(isDamaged: false))
                return true
            })
    }

    @Test func onlyFrameOfASlowWebcamCounts() throws {
        script.deliver(.frame(isDamaged: true))
        #expect(try SettledFrame.take(from: try camera, by: clock.frameWait).isDamaged)
    }
}
