// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Foundation
import Testing

/// Clicks on scenes of known light, seen through a camera of known amplification.
struct SpotMeteringTests {
    /// Parts of the picture and their light; 1 is middle grey with an exposure time of 100 and no gain.
    private struct Scene {
        var spot: Double
        var rest: [(part: Double, light: Double)]

        static let deskAtAWindow = Scene(spot: 0.12, rest: [(0.5, 0.9), (0.3, 2.2), (0.2, 4.6)])
        static let greyWall = Scene(spot: 0.02, rest: [(1, 0.9)])
        static let nightWithALamp = Scene(spot: 0.05, rest: [(0.9, 0.3), (0.1, 30)])
        static let lampItself = Scene(spot: 20, rest: [(0.8, 0.7), (0.2, 20)])
    }

    private struct Camera {
        var metering: SpotMetering
        let scene: Scene
        /// What a full gain multiplies the light with.
        var amplification = 8.0
        /// How many times longer its own exposure took than it says.
        var mistake = 1.0
        var now = FormulaCamera.time(0)
        /// The light's factor, frame by frame; the first is the camera's own.
        var factors: [Double] = []
        private var isTaken = false

        init(_ scene: Scene, time: Int64 = 100, mistake: Double = 1) throws {
            metering = try #require(
                SpotMetering(
                    SpotMeteringTests.readings(time: time, gain: 0), frameInterval: .milliseconds(33)))
            (self.scene, self.mistake) = (scene, mistake)
        }

        var factor: Double {
            Double(metering.time) / 100 * pow(amplification, Double(metering.gain ?? 0) / 255)
                * (isTaken ? 1 : mistake)
        }

        func luma(_ light: Double, _ factor: Double) -> Double {
            min(255, 118 * pow(light * factor, 1 / 2.2))
        }

        func burnt(_ factor: Double) -> Double {
            scene.rest.filter { luma($0.light, factor) >= 252 }.map(\.part).reduce(0, +)
        }

        var sample: LightSample {
            var tones = SIMD64<UInt16>()
            for (part, light) in scene.rest {
                // A little of everything around it, as in pictures.
                for share in stride(from: 0.8, to: 1.25, by: 0.05) {
                    tones[Int(luma(light * share, factor) / 4)] += UInt16(part * 1000)
                }
            }
            return LightSample(spot: luma(scene.spot, factor), tones: tones)
        }

        mutating func see(seconds: Double) {
            for _ in 0..<Int(seconds * 30) {
                factors.append(factor)
                metering.take(sample, at: now)
                isTaken = true
                if let write = metering.step(at: now) { metering.note(write) }
                now = now + .microseconds(33_333)
            }
        }

        /// How far from the camera's own exposure, in stops.
        var shift: Double { log2(factor / factors[0]) }
    }

    fileprivate static func readings(time: Int64, gain: Int64) -> [ControlReading] {
        let entries = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "") }
        func integer(_ id: ControlID, _ range: ClosedRange<Int64>, _ value: Int64) -> ControlReading {
            ControlReading(
                descriptor: ControlDescriptor(
                    id: id, name: "", kind: .integer(range: range, step: 1), defaultValue: value),
                value: value)
        }
        return [
            ControlReading(
                descriptor: ControlDescriptor(
                    id: .exposureMode, name: "", kind: .menu(entries), defaultValue: 3), value: 3),
            integer(.exposureTime, 1...5000, time), integer(.gain, 0...255, gain),
        ]
    }

    /// 0.6 of a stop for a stop that is missing at the spot.
    @Test(arguments: [-1.5, -1, -0.5, 0.6, 1, 1.5]) func spotAndPictureAreWeighed(missing: Double) throws {
        var camera = try Camera(Scene(spot: exp2(-missing), rest: [(1, 0.8)]))
        camera.see(seconds: 2)
        #expect(abs(camera.shift - 0.6 * missing) < 0.17)
        #expect(camera.metering.isSettled && !camera.metering.isMoving)
    }

    @Test func aDarkSpotIsRaisedByOneAndAHalfStopsAtMost() throws {
        var camera = try Camera(.greyWall)
        camera.see(seconds: 3)
        #expect((1.3...1.66).contains(camera.shift))
    }

    @Test func aBurntSpotIsLoweredByOneAndAHalfStopsAtMost() throws {
        var camera = try Camera(.lampItself)
        camera.see(seconds: 3)
        #expect((-1.66 ... -1.3).contains(camera.shift))
    }

    @Test func noMoreThanThreePercentOfThePictureBurnsForTheSpot() throws {
        for scene in [Scene.deskAtAWindow, .nightWithALamp, .greyWall] {
            var camera = try Camera(scene)
            let before = camera.burnt(camera.factor)
            camera.see(seconds: 3)
            for factor in camera.factors { #expect(camera.burnt(factor) - before <= 0.03) }
            #expect(camera.shift > -0.1)
        }
    }

    /// No step is seen as one, and the way is over soon after it began.
    @Test func theWayIsARamp() throws {
        var camera = try Camera(.greyWall)
        camera.see(seconds: 2)
        let steps = zip(camera.factors, camera.factors.dropFirst()).map { log2($1 / $0) }
        #expect(steps.allSatisfy { abs($0) < 0.5 })
        let moving = steps.indices.filter { steps[$0] != 0 }
        let (first, last) = (try #require(moving.first), try #require(moving.last))
        #expect((8...14).contains(last - first), "frames of 33 ms")
        #expect(last < 24)
    }

    /// From a camera that needs three times the gain that is assumed to one that needs a third.
    @Test(arguments: [4, 8, 200]) func whatGainDoesIsLearned(amplification: Double) throws {
        // The longest time already, so that only gain is left.
        var camera = try Camera(Scene(spot: 0.4 / 3.3, rest: [(1, 0.9 / 3.3)]), time: 330)
        camera.amplification = amplification
        camera.see(seconds: 3)
        let most = log2(amplification)
        #expect(abs(camera.shift - min(most, 0.6 * log2(2.5))) < 0.2)
        #expect(camera.metering.time == 330)
        #expect(camera.metering.isSettled)
    }

    /// Many cameras go on saying the time that was set by hand last.
    @Test(arguments: [0.03, 0.2, 3, 25]) func aTimeThatWasNotTheCamerasOwnIsUndoneAtOnce(mistake: Double)
        throws
    {
        // So that there is room for what is missing.
        let time: Int64 = mistake > 1 ? 10 : 200
        let light = 100 / Double(time) / mistake
        var camera = try Camera(Scene(spot: light / 2, rest: [(1, light)]), time: time, mistake: mistake)
        // White or black at first, a picture shows only the way.
        camera.see(seconds: mistake > 10 || mistake < 0.1 ? 0.65 : 0.4)
        #expect(abs(camera.shift) < 0.3)
        camera.see(seconds: 2.5)
        #expect(abs(camera.shift - 0.6) < 0.2)
    }

    @Test func theSameSpotAsksForNothingMore() throws {
        var camera = try Camera(.deskAtAWindow)
        camera.see(seconds: 3)
        let settled = camera.factor
        camera.see(seconds: 5)
        #expect(camera.factor == settled)
    }

    @Test func framesCapturedBeforeAMoveAreIgnored() throws {
        var metering = try #require(
            SpotMetering(Self.readings(time: 100, gain: 0), frameInterval: .milliseconds(33)))
        var tones = SIMD64<UInt16>()
        tones[25] = 1000
        let light = LightSample(spot: 30, tones: tones)
        metering.take(light, at: FormulaCamera.time(0))
        #expect(!metering.isReady(at: FormulaCamera.time(0.1)) && !metering.isMoving)
        metering.take(light, at: FormulaCamera.time(0.2))
        #expect(metering.isMoving)
        for frame in 6..<30 { _ = metering.step(at: FormulaCamera.time(Double(frame) / 30)) }
        #expect(!metering.isMoving && !metering.isReady(at: FormulaCamera.time(0.6)))
    }

    @Test func whatWasChangedIsGivenBackBeforeTheSwitch() throws {
        var metering = try #require(
            SpotMetering(Self.readings(time: 300, gain: 16), frameInterval: .milliseconds(33)))
        #expect(metering.ending == [ControlWrite(.exposureMode, 3)])
        for write in metering.compensate(2, at: FormulaCamera.time(0)) { metering.note(write) }
        #expect(metering.time == 330 && metering.gain ?? 0 > 16)
        #expect(
            metering.ending == [
                ControlWrite(.exposureTime, 300), ControlWrite(.gain, 16), ControlWrite(.exposureMode, 3),
            ])
    }

    @Test func compensationIsInStopsAndComesOnTop() throws {
        var camera = try Camera(Scene(spot: 0.5, rest: [(1, 0.8)]))
        camera.see(seconds: 2)
        let settled = camera.shift
        for write in camera.metering.compensate(-1, at: camera.now) { camera.metering.note(write) }
        #expect(abs(camera.shift - (settled - 1)) < 0.1)
        camera.see(seconds: 2)
        #expect(abs(camera.shift - (settled - 1)) < 0.2)
    }

    /// The slider takes exposure over before a picture was judged.
    @Test(arguments: [-1.0, 1, 1.5]) func compensationBeforeTheFirstPictureCountsOnce(stops: Double) throws {
        var camera = try Camera(Scene(spot: 1, rest: [(1, 0.6)]))
        let own = camera.factor
        for write in camera.metering.compensate(stops, at: camera.now) { camera.metering.note(write) }
        camera.now = camera.now + .seconds(1)
        camera.see(seconds: 3)
        for factor in camera.factors { #expect(abs(log2(factor / own) - stops) < 0.2) }
    }

    /// Firmware may take what was asked for after the answer is no more waited for.
    @Test func whatWasAskedForAndNotAnsweredIsGivenBack() throws {
        var metering = try #require(
            SpotMetering(Self.readings(time: 330, gain: 16), frameInterval: .milliseconds(33)))
        _ = metering.compensate(1, at: FormulaCamera.time(0))
        #expect(metering.ending == [ControlWrite(.gain, 16), ControlWrite(.exposureMode, 3)])
    }

    /// No gain is left: the next spot does not pay for what could not be had.
    @Test func aSpotAfterOneThatCouldNotBeReachedIsNoJump() throws {
        var camera = try Camera(Scene(spot: 0.05, rest: [(1, 0.3)]), time: 330)
        camera.amplification = 1
        camera.see(seconds: 2)
        camera.metering.aimAnew()
        let light = camera.factor
        camera.factors = []
        camera.see(seconds: 2)
        for factor in camera.factors { #expect(abs(log2(factor / light)) < 0.3) }
    }

    @Test func blackPicturesAreRaisedByWhatIsAllowed() throws {
        var camera = try Camera(Scene(spot: 0, rest: [(1, 0.0001)]))
        camera.see(seconds: 3)
        #expect((1.3...1.66).contains(camera.shift))
    }
}
