// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Synchronization
import Testing

@testable import Cameras
@testable import Permissions

extension PipeWireTests {
    @Suite struct Trouble {
        @Test func missingGrantAsksNothing() throws {
            let asked = Atomic<Int>(0)
            let cameras = PipeWireCameras()
            #expect(cameras.scan(grant: nil).isEmpty)
            let grant = CameraGrant { () throws(CameraError) in
                asked.add(1, ordering: .relaxed)
                throw CameraError(.notAllowed, step: "test")
            }
            grant.end()
            #expect(cameras.scan(grant: grant).isEmpty)
            let info = CameraInfo(
                id: CameraID(rawValue: "pipewire:x"), name: "x", node: "", position: .external)
            let failure = V4L2Test.failure { () throws(CameraError) in
                _ = try cameras.open(info, grant: grant)
            }
            #expect(failure?.code == .notAllowed)
            #expect(asked.load(ordering: .relaxed) == 0)
        }

        @Test func aCameraThatIsPulledOutIsGone() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("YUYV:320x240@30")
            let camera = try test.open()
            _ = try camera.start()
            _ = try #require(try camera.wait())
            source.send(SIGKILL)
            #expect(camera.failure(within: .seconds(2))?.code == .gone)
            camera.close()
            try wait("it is not listed") { test.cameras.scan(grant: test.grant).isEmpty }
            _ = try test.session.plugIn("YUYV:320x240@30")
            let again = try test.open()
            _ = try again.start()
            _ = try #require(try again.wait())
            again.close()
        }

        @Test func aDaemonThatDiesTakesTheCameraAlong() throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn("YUYV:320x240@30")
            let camera = try test.open()
            _ = try camera.start()
            _ = try #require(try camera.wait())
            let frame = try #require(try camera.wait())
            test.session.killDaemon()
            #expect(camera.failure(within: .seconds(2))?.code == .gone)
            camera.close()
            #expect(test.cameras.scan(grant: test.grant).isEmpty)
            #expect(frame.bytes.count == 320 * 240 * 2)
        }

        @Test func aStalledSourceGivesNothingAndThenGoesOn() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("YUYV:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            _ = try #require(try camera.wait())
            source.send(SIGSTOP)
            // Frames in transit still arrive.
            while try camera.wait(for: .milliseconds(300)) != nil {}
            #expect(try camera.wait(for: .milliseconds(500)) == nil)
            source.send(SIGCONT)
            _ = try #require(try camera.wait())
        }

        /// Reading beyond the end of a file would be a crash.
        @Test func memoryThatIsTakenAwayIsADamagedFrame() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("--unsealable", "NV12:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            let first = try #require(try camera.wait())
            #expect(!first.isDamaged && Set(first.bytes).count > 10)
            let before = first.bytes
            source.send(SIGUSR1)
            try source.hear("emptied")
            try wait("frames are damaged") {
                guard let frame = try camera.wait() else { return false }
                return frame.isDamaged && frame.bytes.count == 320 * 240 * 3 / 2
            }
            #expect(first.bytes == before)
        }

        @Test func memoryThatCanBeSealedIsSealed() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("NV12:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            _ = try #require(try camera.wait())
            source.send(SIGUSR1)
            try source.hear("kept")
            for _ in 0..<20 {
                let frame = try #require(try camera.wait())
                #expect(!frame.isDamaged && frame.bytes.count == 320 * 240 * 3 / 2)
            }
        }

        @Test func fileNamedLikeANodeIsNoDevice() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("--false-device", "NV12:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            try source.hear("streaming NV12:320x240@30")
            // Whatever comes of it can be read.
            #expect(try camera.wait(for: .seconds(1))?.bytes.count ?? 0 == 0)
        }

        @Test func aSourceWithoutAFormatOfOursIsRefused() throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn("RGBP:320x240@30")
            try wait("it is listed") { !test.cameras.scan(grant: test.grant).isEmpty }
            let info = try #require(test.cameras.scan(grant: test.grant).first)
            let failure = V4L2Test.failure { () throws(CameraError) in
                _ = try test.cameras.open(info, grant: test.grant)
            }
            #expect(failure?.code == .unsupportedFormat)
        }

        @Test func aStreamThatIsNeverConnectedFailsInTime() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("YUYV:320x240@30")
            let camera = try test.open()
            source.send(SIGSTOP)
            let start = ContinuousClock.now
            let failure = V4L2Test.failure { () throws(CameraError) in _ = try camera.start() }
            #expect(failure != nil)
            #expect(ContinuousClock.now - start < .seconds(6))
            camera.close()
            source.send(SIGCONT)
        }

        @Test(arguments: [
            ("Start error: Device or resource busy", CameraError.Code.busy(by: nil)),
            ("Start error: No space left on device", .noBandwidth),
            ("no target node available", .gone), ("no node available", .gone), ("No such device", .gone),
            ("target not found", .gone),
            ("no more input formats", .unsupportedFormat), ("Permission denied", .notAllowed),
            ("whatever", .failed), ("", .failed),
        ])
        func theDaemonsWordsAreUnderstood(_ words: String, _ code: CameraError.Code) {
            #expect(PipeWireCamera.error(words).code == code)
        }
    }

    @Suite struct Listing {
        @Test func onlyCamerasAreListedEachUnderItsOwnName() throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn(
                "--name", "one", "--description", "Front Camera", "--location", "front", "YUYV:320x240@30")
            _ = try test.session.plugIn("--name", "two", "YUYV:320x240@30")
            _ = try test.session.plugIn("--name", "three", "--role", "Screen", "YUYV:320x240@30")
            try wait("both are listed") { test.cameras.scan(grant: test.grant).count == 2 }
            let found = test.cameras.scan(grant: test.grant)
            #expect(found.map(\.id.rawValue) == ["pipewire:one", "pipewire:two"])
            #expect(found.map(\.name) == ["Front Camera", "Acme HD Webcam"])
            #expect(found.allSatisfy(\.node.isEmpty) && found.map(\.position) == [.builtIn, .virtual])
        }

        @Test(arguments: ["", "two", "Second"]) func aCameraIsMeantByItsNames(_ word: String) throws {
            let test = try PipeWireTest()
            _ = try test.session.plugIn("--name", "two", "--description", "Second", "YUYV:320x240@30")
            try wait("it is listed") { test.cameras.find(word, grant: test.grant) != nil }
            let info = try #require(test.cameras.find(word, grant: test.grant)?.info)
            #expect(info.id.rawValue == "pipewire:" + word)
            #expect(info.name == "Second")
            #expect(test.cameras.find("three", grant: test.grant) == nil)
        }

        @Test func controlsAreReadSetAndFollowed() throws {
            let test = try PipeWireTest()
            let source = try test.session.plugIn("--name", "cam", "YUYV:320x240@30")
            let camera = try test.open()
            defer { camera.close() }
            _ = try camera.start()
            let reading = try #require(camera.readControls().first)
            #expect(reading.descriptor.id == .brightness)
            #expect(reading.descriptor.name == "Brightness")
            #expect(reading.descriptor.kind == .integer(range: 0...255, step: 1))
            #expect(reading.value == 128)
            // It rounds to even numbers, and clamps.
            #expect(try camera.setControl(.brightness, to: 31) == 30)
            try source.hear("brightness 30")
            #expect(try camera.setControl(.brightness, to: 9999) == 254)
            _ = camera.changedControls()
            try test.session.run("pw-cli", "set-param", "cam", "Props", "{ brightness: 64 }")
            try source.hear("brightness 64")
            try wait("the change is told") {
                _ = try camera.nextFrame()
                return camera.changedControls() == [.brightness]
            }
            #expect(camera.readControls().first?.value == 64)
            let failure = V4L2Test.failure { () throws(CameraError) in
                _ = try camera.setControl(.zoom, to: 1)
            }
            #expect(failure?.code == .controlRefused)
        }
    }
}
