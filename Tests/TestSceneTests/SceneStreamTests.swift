// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import Glibc
import Testing

@testable import TestScene

@Suite struct SceneStreamTests {
    @Test func itStreamsTheLargestModeAndDescribesIt() throws {
        let scene = try ScriptedCamera()
        let stream = try scene.camera.start()
        #expect(stream.layout.format == .nv12)
        #expect(stream.layout.size == SmallScene.size)
        #expect(stream.layout.bytesPerLine == 160)
        #expect(stream.layout.color == .video)
        #expect(stream.rate == FrameRate(30))
        #expect(scene.ticker.intervals == [FrameRate(30).interval])
        let frame = try #require(try scene.frame())
        #expect(frame.withBytes { $0.count } == stream.layout.wholeByteCount)
        #expect(frame.arrival == MonotonicTime(nanoseconds: 42))
        #expect(!frame.isDamaged)
    }

    @Test func itOffersFullHDFirst() {
        let ranked = ModeChooser.ranked(TestSceneCamera.standardOffers, supported: [.nv12])
        #expect(ranked.map(\.size.height) == [1080, 720, 480])
        #expect(ranked.allSatisfy { $0.rate == FrameRate(30) })
    }

    @Test func noFrameComesBeforeATick() throws {
        let scene = try ScriptedCamera()
        #expect(try scene.frame() == nil)
        _ = try scene.camera.start()
        #expect(try scene.frame(after: 0) == nil)
        #expect(try scene.frame()?.sequence == 0)
        #expect(try scene.frame(after: 0) == nil)
    }

    @Test func missedTicksAreGapsInTheSequence() throws {
        let scene = try ScriptedCamera()
        _ = try scene.camera.start()
        #expect(try scene.frame()?.sequence == 0)
        #expect(try scene.frame(after: 4)?.sequence == 4)
        #expect(try scene.frame()?.sequence == 5)
    }

    @Test func framesAreDroppedWhileAllBuffersAreHeldAndComeBackAfter() throws {
        let scene = try ScriptedCamera()
        _ = try scene.camera.start()
        var held: [Frame] = []
        for _ in 0..<TestSceneCamera.bufferCount { held.append(try #require(try scene.frame())) }
        #expect(try scene.frame() == nil)
        #expect(try scene.frame() == nil)
        held.removeFirst()
        let next = try #require(try scene.frame())
        #expect(next.sequence == UInt32(TestSceneCamera.bufferCount) + 2)
    }

    @Test func aHeldFrameIsNeverWrittenTo() throws {
        let scene = try ScriptedCamera()
        _ = try scene.camera.start()
        let held = try #require(try scene.frame())
        let before = Shown(held)
        for _ in 0..<3 * TestSceneCamera.bufferCount { #expect(try scene.frame() != nil) }
        #expect(Shown(held) == before)
    }

    @Test func aFrameOutlivesItsCamera() throws {
        var scene: ScriptedCamera? = try ScriptedCamera()
        _ = try scene?.camera.start()
        let frame = try #require(try scene?.frame())
        let before = Shown(frame)
        scene?.camera.close()
        #expect(scene?.ticker.isClosed == true)
        scene = nil
        #expect(Shown(frame) == before)
    }

    @Test func itStartsAgainAfterAStop() throws {
        let scene = try ScriptedCamera()
        let first = try scene.camera.start()
        _ = try scene.frame(after: 10)
        scene.camera.stop()
        #expect(!scene.ticker.isRunning)
        #expect(try scene.frame() == nil)
        #expect(try scene.camera.start() == first)
        #expect(try scene.frame()?.sequence == 0)
    }

    @Test func theLensReachesItsPlaceAfterSomeFrames() throws {
        let scene = try ScriptedCamera()
        _ = try scene.camera.start()
        _ = try scene.camera.setControl(.focusAutomatic, to: 0)
        let before = Shown(try #require(try scene.frame())).sharpness(in: .near)
        #expect(try scene.camera.setControl(.focusPosition, to: 200) == 200)
        let moving = Shown(try #require(try scene.frame())).sharpness(in: .near)
        for _ in 0..<12 { _ = try scene.frame() }
        let there = Shown(try #require(try scene.frame())).sharpness(in: .near)
        #expect(moving < there / 2)
        #expect(there > 2 * before)
    }

    @Test func theClockShowsLocalTime() throws {
        let utc = try ScriptedCamera(wall: WallTime(nanosecondsSince1970: 5_000_000_000, offsetFromUTC: 3600))
        let local = try ScriptedCamera(
            wall: WallTime(nanosecondsSince1970: 3_605_000_000_000, offsetFromUTC: 0))
        _ = try utc.camera.start()
        _ = try local.camera.start()
        let frames = (try #require(try utc.frame()), try #require(try local.frame()))
        #expect(Shown(frames.0) == Shown(frames.1))
    }

    @Test func theDescriptorOfTheRealOneBecomesReadable() throws {
        let camera = try TestSceneCamera.open(named: "Testszene", pictures: SmallScene.pictures)
        defer { camera.close() }
        #expect(camera.info.name == "Testszene")
        #expect(camera.info.id == .testScene)
        var wanted = pollfd(fd: camera.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wanted, 1, 0) == 0)
        #expect(try camera.start().layout.size == PixelSize(width: 1920, height: 1080))
        #expect(poll(&wanted, 1, 5000) == 1)
        let frame = try #require(try camera.nextFrame())
        #expect(frame.layout.size == PixelSize(width: 1920, height: 1080))
    }
}
