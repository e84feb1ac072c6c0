// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import CaptureService
@testable import Permissions

/// Cameras that end with a mode, with each opening, or with all of Tintype.
@Suite(.timeLimit(.minutes(10)))
struct UnreliableCameraTests {
    private static let gone = CameraError(.gone, underlying: 32, step: "pw_loop_iterate")
    private static let offers = [2160, 1080, 720].map {
        ModeOffer(
            format: .nv12, size: PixelSize(width: $0 * 16 / 9, height: $0), rates: [FrameRate(30)])
    }

    private let folder = TemporaryFolder()
    private let test: SessionUnderTest
    /// With notes of their own, of the same openings: one after the other is Tintype, started again.
    private let noting: SessionUnderTest
    private let again: SessionUnderTest

    @MainActor init() throws {
        test = try SessionUnderTest()
        noting = try SessionUnderTest(notes: Self.notes(folder))
        again = try SessionUnderTest(notes: Self.notes(folder))
        test.provider.script.haveOffers(Self.offers)
    }

    private static func notes(_ folder: TemporaryFolder) -> OpeningNotes {
        OpeningNotes(state: folder.path, version: "1")
    }

    private func isStreaming(_ state: SessionState) -> Bool {
        if case .streaming = state { true } else { false }
    }

    /// Looks for the camera until it has been opened so often.
    private func turn(_ test: SessionUnderTest, untilOpenings count: Int) async throws {
        try await test.service.turn(
            test.clock, each: SessionMachine.Plans().disconnected.first, "opening \(count)"
        ) { test.provider.script.openCount == count }
    }

    @Test func aModeThatEndsTheCameraTwiceIsNotAskedForAgain() async throws {
        test.provider.script.failStarting(Self.gone, Self.gone, Self.gone)
        test.service.allow(test.permission)
        try await turn(test, untilOpenings: 4)
        await test.wait(isStreaming)
        let avoided = test.provider.script.requests.map { $0.avoided.map(\.size.height) }
        #expect(avoided == [[], [], [2160], [2160, 1080]])
        for await snapshot in test.service.snapshots() {
            #expect(snapshot.fatalMode?.size.height == 1080)
            break
        }
        // The diagnosis does not try them either.
        test.service.pause()
        let reservation = CameraReservation()
        #expect(await test.service.reserve(test.provider.camera.id, with: reservation) == nil)
        #expect(reservation.avoidedModes.map(\.size.height) == [2160, 1080])
    }

    /// Pulled out by a person.
    @Test func aCameraThatStreamedForAMomentDidNotEndByItsMode() async throws {
        test.service.allow(test.permission)
        for count in 1...4 {
            try await turn(test, untilOpenings: count)
            await test.wait(isStreaming)
            await test.turn(by: FatalModes.moment)
            for _ in 0..<3 {
                test.provider.script.deliver(.frame(isDamaged: false))
                await test.settle()
            }
            test.provider.script.deliver(.fault(Self.gone))
            await test.wait { $0 == .disconnected(test.provider.camera) }
        }
        #expect(test.provider.script.requests.allSatisfy { $0.avoided.isEmpty })
    }

    /// PipeWire's daemon, with every other program's sound: its pictures come each time, and end with it soon.
    @Test(arguments: [Duration.milliseconds(100), .seconds(2), .seconds(20)])
    func aServiceThatEndsSoonAfterEachOpeningIsNotUsedForEver(after life: Duration) async throws {
        let test = try await SessionUnderTest(
            camera: CameraInfo(
                id: CameraID(rawValue: "pipewire:a"), name: "A", node: "", position: .external))
        test.provider.script.haveOffers(Self.offers)
        let plans = SessionMachine.Plans()
        test.service.allow(test.permission)
        await test.wait(isStreaming)
        var openings = 1
        while openings < 100 {
            for _ in 0..<3 {
                test.provider.script.deliver(.frame(isDamaged: false))
                await test.settle()
            }
            var left = life
            while left > .zero {
                await test.turn(by: min(left, .seconds(1)))
                left -= .seconds(1)
                test.provider.script.deliver(.frame(isDamaged: false))
                await test.settle()
            }
            test.provider.script.deliver(.fault(Self.gone))
            await test.wait { !isStreaming($0) }
            let next = openings + 1
            for _ in 0..<70 where test.provider.script.openCount < next { await test.turn(by: .seconds(1)) }
            guard test.provider.script.openCount == next else { break }
            openings = next
            await test.wait(isStreaming)
        }
        // The first one had shown that it works.
        #expect(openings == 1 + plans.freeLossesOfService + plans.lost.count)
        await test.wait { $0 == .failed(test.provider.camera, CameraError(.gone, step: "opened too often")) }
        for await snapshot in test.service.snapshots() {
            #expect(snapshot.hasGivenUp)
            break
        }
    }

    @Test func aCameraThatNobodyChoseIsKeptOnceItHasShownPictures() async throws {
        let clock = TurnedClock()
        let cameras = TwoCameras(clock: clock)
        let service = CaptureService(provider: cameras, preferred: nil, clock: { clock.now })
        service.setTarget(ViewfinderTarget(view: ScriptedCamera.size, isMirrored: false))
        let broken = CameraError(.failed, underlying: 32, step: "VIDIOC_STREAMON")
        cameras.first.script.failStarting(broken)
        // In colour, so that it is no makeshift.
        cameras.second.script.haveOffers(Self.offers)
        service.allow(test.permission)
        func wait(_ isWanted: (SessionSnapshot) -> Bool) async {
            for await snapshot in service.snapshots() where isWanted(snapshot) { return }
        }
        await wait { $0.state.camera == cameras.second.info && $0.passedOver == [cameras.first.info] }
        for _ in 0..<3 {
            cameras.second.script.deliver(.frame(isDamaged: false))
            await service.settle()
        }
        cameras.second.script.deliver(.fault(CameraError(.gone, underlying: 19, step: "VIDIOC_DQBUF")))
        await wait { $0.state == .disconnected(cameras.second.info) }
    }

    @Test func anOpeningIsNotedUntilItsPicturesHaveComeForAMoment() async throws {
        let test = noting
        test.service.allow(test.permission)
        await test.wait(isStreaming)
        #expect(files.count == 1)
        for _ in 0..<3 {
            test.provider.script.deliver(.frame(isDamaged: false))
            await test.settle()
        }
        #expect(files.count == 1)
        await test.turn(by: FatalModes.moment)
        test.provider.script.deliver(.frame(isDamaged: false))
        await test.settle()
        #expect(files.isEmpty)
        test.service.retry()
        await test.settle()
        #expect(files.count == 1)
        test.service.stop()
        await test.settle()
        #expect(files.isEmpty)
    }

    @Test func aCameraThatCrashedTintypeTwiceIsOpenedForAPersonOnly() async throws {
        for _ in 0..<2 { try crash() }
        let test = noting
        test.service.allow(test.permission)
        await test.wait { if case .failed(_, let error) = $0 { error.code == .crashes } else { false } }
        await test.turn(by: .seconds(60))
        #expect(test.provider.script.openCount == 0)
        test.service.retry()
        await test.wait(isStreaming)
        test.service.stop()
        await test.settle()
        for _ in 0..<2 { try crash() }
        // As `--camera` does.
        let named = again
        named.service.select(named.provider.camera)
        named.service.allow(named.permission)
        await named.wait(isStreaming)
        named.service.stop()
        await named.settle()
    }

    private var files: [URL] {
        let place = URL(fileURLWithPath: folder.path + "/openings")
        return (try? FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil))
            ?? []
    }

    /// A process dies within an opening of the camera: its note stays.
    private func crash() throws {
        let notes = Self.notes(folder)
        notes.begin(ScriptedProvider(clock: TurnedClock()).camera.id.rawValue)
        let left = try files.map { (file: $0, text: try Data(contentsOf: $0)) }
        notes.end()
        for (file, text) in left { try text.write(to: file) }
    }
}
