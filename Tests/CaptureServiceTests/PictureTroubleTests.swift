// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Synchronization
import Testing

/// Frames that are whole, and pictures that are not what a person wants to see.
@Suite(.timeLimit(.minutes(10)))
struct PictureTroubleTests {
    private static let interval: Duration = .milliseconds(33)

    private let test: SessionUnderTest

    @MainActor init() throws { test = try SessionUnderTest() }

    /// - Returns: the brightness of each picture that was shown.
    private func deliver(_ count: Int, each interval: Duration = interval) async -> [UInt8] {
        var shown: [UInt8] = []
        for _ in 0..<count {
            test.provider.script.deliver(.frame(isDamaged: false))
            await test.turn(by: interval)
            if let picture = test.service.mailbox.take()?.picture {
                shown.append(picture.frame.withBytes { $0[0] })
            }
        }
        return shown
    }

    /// A press takes what is on the screen, so every press gets a lit one.
    @Test(arguments: [(1, 2), (1, 3), (2, 3)])
    func whereTheLightBlinksOnlyLitPicturesAreShown(dark: Int, cycle: Int) async {
        await test.startStreaming()
        _ = await deliver(90)
        test.provider.script.blink(dark: dark, of: cycle)
        _ = await deliver(30)
        let frames = Mutex<[UInt8]>([])
        test.service.collectFrames(for: .burst) { frame in
            frames.withLock { $0.append(frame.withBytes { $0[0] }) }
        }
        await test.settle()
        let shown = await deliver(60)
        #expect(shown == [UInt8](repeating: CameraScript.lit, count: 60 / cycle * (cycle - dark)))
        // A burst and a video have every frame.
        #expect(frames.withLock { $0.count } == 60)
        #expect(frames.withLock { $0.count { $0 == CameraScript.unlit } } == 60 / cycle * dark)
        // The lamp goes out.
        test.provider.script.stopBlinking()
        test.provider.script.darken()
        #expect(await deliver(30).last == 0)
    }

    @Test func ofALightThatBlinksFromTheBeginningSoonOnlyLitPicturesAreShown() async {
        await test.startStreaming()
        test.provider.script.blink(dark: 2, of: 3)
        _ = await deliver(12)
        #expect(await deliver(60).allSatisfy { $0 == CameraScript.lit })
        for await snapshot in test.service.snapshots() {
            #expect(snapshot.isSettled && snapshot.trouble == nil)
            break
        }
    }

    /// A shop's sign blinks, too: what is dark for longer than a camera's lamp is seen.
    @Test func whatIsDarkForHalfASecondIsShown() async {
        test.provider.script.haveRate(FrameRate(numerator: 1, denominator: 1))
        await test.startStreaming()
        test.provider.script.blink(dark: 3, of: 4)
        let shown = await deliver(40, each: .milliseconds(1400))
        #expect(test.provider.script.openCount == 1)
        #expect(shown.suffix(8).contains(CameraScript.unlit))
    }

    @Test(arguments: [
        ("/dev/video9", CameraInfo.Position.external, true), ("", .external, true), ("", .board, true),
        ("", .virtual, false), ("/dev/video9", .virtual, false),
    ])
    func aPictureThatStandsStillIsTroubleOfADeviceOnly(
        node: String, position: CameraInfo.Position, isTrouble: Bool
    ) async throws {
        let camera = CameraInfo(
            id: CameraID(rawValue: "a"), name: "A", node: node, position: position)
        let test = try await SessionUnderTest(camera: camera)
        test.provider.script.standStill()
        await test.startStreaming()
        for _ in 0..<15 {
            test.provider.script.deliver(.frame(isDamaged: false))
            await test.turn(by: .seconds(1))
        }
        for await snapshot in test.service.snapshots() {
            #expect(snapshot.trouble == (isTrouble ? .still : nil))
            break
        }
    }
}
