// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Cameras
@testable import Permissions

extension PipeWireTests {
    @Suite struct Streaming {
        @Test(arguments: [
            ("MJPG", PixelFormat.mjpeg), ("NV12", .nv12), ("YUYV", .yuyv), ("UYVY", .uyvy), ("RGB3", .rgb24),
            ("XR24", .bgrx32), ("AR24", .bgra32), ("XB24", .rgbx32), ("AB24", .rgba32), ("GREY", .grey),
            ("H264", .h264),
        ])
        func framesComeInEveryFormat(_ name: String, _ format: PixelFormat) throws {
            let test = try PipeWireTest()
            let coded = test.session.folder.appending(path: "stream.h264")
            try Data([0, 0, 0, 1, 9, 0xF0, 0, 0, 0, 1, 0x65, 0x88]).write(to: coded)
            let source = try test.session.plugIn("--coded", coded.path, "\(name):640x480@30")
            let camera = try test.open()
            defer { camera.close() }
            #expect(
                camera.offers == [
                    ModeOffer(
                        format: format, size: PixelSize(width: 640, height: 480), rates: [FrameRate(30)])
                ])
            let stream = try camera.start()
            try source.hear("streaming \(name):640x480@30")
            #expect(stream.layout.format == format)
            #expect(stream.layout.size == PixelSize(width: 640, height: 480))
            #expect(stream.rate == FrameRate(30))
            var last: UInt32 = 0
            for _ in 0..<5 {
                let frame = try #require(try camera.wait())
                #expect(frame.sequence > last)
                #expect(!frame.isDamaged)
                #expect(frame.layout == stream.layout)
                if let whole = frame.layout.wholeByteCount { #expect(frame.byteCount == whole) }
                #expect(frame.bytes.contains { $0 != 0 })
                last = frame.sequence
            }
        }

        /// The source's time, in the daemon's header, counts if it is of the machine's clock.
        @Test(arguments: [(["--age", "50"], true), (["--age", "50", "--own-clock"], false), ([], false)])
        func frameTimeIsTheSources(_ words: [String], _ counts: Bool) throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn(words + ["YUYV:640x480@30"])
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            for _ in 0..<5 {
                let frame = try #require(try camera.wait())
                #expect((frame.sourceTime == nil) == words.isEmpty)
                #expect((frame.captured == frame.sourceTime) == counts)
                if counts { #expect(frame.arrival - frame.captured >= .milliseconds(50)) }
            }
        }

        /// What frames say counts more than what libcamera says of the sensor.
        @Test(arguments: [
            ([], PhotoOrientation.upright),
            (["--transform", "1"], PhotoOrientation(turn: .quarter, isMirrored: false)),
            (["--transform", "2"], PhotoOrientation(turn: .half, isMirrored: false)),
            (["--transform", "3"], PhotoOrientation(turn: .threeQuarters, isMirrored: false)),
            (["--transform", "4"], PhotoOrientation(turn: .none, isMirrored: true)),
            (["--transform", "5"], PhotoOrientation(turn: .threeQuarters, isMirrored: true)),
            (["--transform", "9"], PhotoOrientation.upright),
            (["--rotation", "270"], PhotoOrientation(turn: .quarter, isMirrored: false)),
            (["--rotation", "270", "--transform", "0"], PhotoOrientation.upright),
        ])
        func framesSayHowTheyWereTurned(_ words: [String], _ orientation: PhotoOrientation) throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn(words + ["NV12:640x480@30"])
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            _ = try #require(try camera.wait())
            #expect(camera.arrangement == FrameArrangement(orientation: orientation))
        }

        @Test func theLargestModeThatIsSmoothIsChosen() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn(
                "YUYV:640x480@30", "YUYV:1920x1080@5", "MJPG:1280x720@30", "NV12:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            let stream = try camera.start()
            #expect(stream.layout.format == .mjpeg)
            #expect(stream.layout.size == PixelSize(width: 1280, height: 720))
            try source.hear("streaming MJPG:1280x720@30")
        }

        /// Found with libcamera, which streams 4092x2160 where PipeWire's plugin has agreed to 4096x2160.
        @Test func aModeThatIsNotSentAsAgreedIsLeftForTheNextOne() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("--most", "636", "RGB3:640x480@30", "RGB3:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            #expect(try camera.start().layout.size == PixelSize(width: 320, height: 240))
            try source.hear("streaming RGB3:320x240@30")
            #expect(try #require(try camera.wait()).isDamaged == false)
        }

        @Test func stoppedItStopsAndStartsAgain() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("YUYV:640x480@30")
            let camera = try test.open()
            defer { camera.close() }
            for _ in 0..<3 {
                _ = try camera.start()
                try source.hear("streaming YUYV:640x480@30")
                _ = try #require(try camera.wait())
                camera.stop()
                try source.hear("paused")
            }
        }

        @Test func aHeldFrameOutlivesItsStreamAndItsCamera() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("NV12:640x480@30")
            let camera = try test.open()
            _ = try camera.start()
            let frame = try #require(try camera.wait())
            #expect(!frame.isDetached)
            let before = frame.bytes
            camera.stop()
            camera.close()
            source.send(SIGKILL)
            #expect(frame.bytes == before)
        }

        @Test func aConnectionOutlivesTheStreamOnIt() throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn("NV12:320x240@30")
            var remote: PipeWireRemote?
            try wait("the camera is listed") {
                remote = try PipeWireRemote.open(try test.grant.openMediaConnection())
                return remote?.sources.contains { $0.isCamera } ?? false
            }
            let source = try #require(remote?.sources.first { $0.isCamera })
            let mode = CaptureMode(
                format: .nv12, size: PixelSize(width: 320, height: 240), rate: FrameRate(30))
            var stream = PipeWireStream(source, on: try #require(remote), mode, isRateListed: true)
            try #require(stream != nil)
            weak let connection = remote
            remote = nil
            #expect(connection != nil)
            stream = nil
            #expect(connection == nil)
        }

        @Test func droppedCameraReleasesEverything() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("NV12:320x240@30")
            var camera: (any CameraDevice)? = try test.open()
            _ = try camera?.start()
            var frame = try #require(try camera?.wait())
            camera = nil
            #expect(frame.bytes.count == 320 * 240 * 3 / 2)
            try source.hear("paused")
            let again = try test.open()
            defer { again.close() }
            _ = try again.start()
            frame = try #require(try again.wait())
            #expect(!frame.isDamaged)
        }

        @Test func heldFramesDoNotStopTheSource() throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn("NV12:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            var held: [Frame] = []
            for _ in 0..<30 { held.append(try #require(try camera.wait())) }
            // The first are leases, the rest copies.
            #expect(!held[0].isDetached)
            #expect(held.contains { $0.memory == .pooled })
            #expect(held[29].isDetached)
            #expect(Set(held.map(\.sequence)).count == 30)
            held.removeAll()
            // Its buffer may be used again once it is back.
            var frame = try #require(try camera.wait())
            for _ in 0..<3 { frame = try #require(try camera.wait()) }
            #expect(!frame.isDetached)
        }

        @Test func framesInTheDaemonsOwnMemoryAreCopied() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("--shared", "NV12:320x240@30")
            let camera = try test.open()
            _ = try camera.start()
            var held: [Frame] = []
            for _ in 0..<12 { held.append(try #require(try camera.wait())) }
            #expect(held.allSatisfy { $0.memory != .shared && !$0.isDamaged })
            let before = held.map(\.bytes)
            #expect(Set(before).count == 12)
            camera.close()
            source.send(SIGKILL)
            #expect(held.map(\.bytes) == before)
        }

        @Test func spoiledFramesAreMarked() throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn("--corrupt", "YUYV:320x240@30")
            _ = try test.session.plugIn("--name", "short", "--short", "100", "YUYV:320x240@30")
            for word in ["vcam.0", "short"] {
                let camera = try test.open(word)
                _ = try camera.start()
                let frame = try #require(try camera.wait())
                #expect(frame.isDamaged)
                camera.close()
            }
        }
    }
}

/// Real daemons, one test at a time: they share a processor with the virtual cameras.
@Suite(.serialized) struct PipeWireTests {}
