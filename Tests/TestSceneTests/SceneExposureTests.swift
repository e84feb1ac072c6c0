// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import TestScene

@Suite struct SceneExposureTests {
    private func state(_ exposure: Float) -> SensorState {
        var state = SensorState()
        state.development.exposure = exposure
        return state
    }

    @Test func twiceTheExposureIsTwiceTheLight() throws {
        let scene = try SmallScene()
        let once = try scene.render(state(0.5)).meanLuma(in: .greyPatch)
        let twice = try scene.render(state(1)).meanLuma(in: .greyPatch)
        // Limited-range luma back to light: a neutral grey has its own code in all channels.
        let light = { (luma: Double) in SRGB.linear(Float((luma - 16) / 219)) }
        #expect(abs(light(twice) / light(once) - 2) < 0.1)
    }

    @Test func lightBeyondTheSensorIsClipped() throws {
        let bright = try SmallScene().render(state(16))
        #expect(bright.meanLuma(in: .whitePatch) == 235)
        let (u, v) = bright.meanChroma(in: .whitePatch)
        #expect(abs(u - 128) <= 1 && abs(v - 128) <= 1)
    }

    @Test func sceneWithoutLightIsBlack() throws {
        #expect(try SmallScene().render(state(0)).meanLuma() == 16)
    }

    @Test(arguments: [0.01, 0.05, 0.3, 1] as [Float])
    func automaticExposureConverges(brightness: Float) {
        var sensor = SceneSensor()
        let meter = [Float](repeating: brightness, count: 100)
        var times: [Exposure] = []
        for _ in 0..<40 {
            sensor.advance(interval: 1 / 30, rate: FrameRate(30), meter: meter)
            times.append(
                Exposure(time: sensor.controls[.exposureTime], gain: sensor.controls[.gain]))
        }
        let settled = min(1, brightness * times[39].factor(limit: 333))
        #expect(abs(settled / ExposureLoop.target - 1) < 0.1)
        #expect(times[20...].allSatisfy { $0 == times[39] })
        // It takes some frames, and comes from one side.
        #expect(times[0] != times[39])
        let factors = times.map { $0.factor(limit: 333) }
        #expect(factors == factors.sorted() || factors == factors.sorted(by: >))
    }

    private func settledExposure(compensation: Int64) throws -> Float {
        var sensor = SceneSensor()
        _ = try sensor.write(.exposureCompensation, compensation)
        for _ in 0..<40 { sensor.advance(interval: 1 / 30, rate: FrameRate(30), meter: [0.05]) }
        return sensor.state(at: FrameRate(30)).development.exposure
    }

    @Test func compensationIsInStopsOfLight() throws {
        let plain = try settledExposure(compensation: 0)
        #expect(abs(try settledExposure(compensation: 1000) / plain - 2) < 0.2)
        #expect(abs(try settledExposure(compensation: -1000) / plain - 0.5) < 0.05)
    }

    @Test func gainHelpsOnlyWhenTimeRunsOut() {
        var sensor = SceneSensor()
        for _ in 0..<60 { sensor.advance(interval: 1 / 30, rate: FrameRate(30), meter: [0.02]) }
        #expect(sensor.controls[.exposureTime] == 333)
        #expect(sensor.controls[.gain] > 0)
        for _ in 0..<60 { sensor.advance(interval: 1 / 30, rate: FrameRate(30), meter: [0.2]) }
        #expect(sensor.controls[.exposureTime] < 333)
        #expect(sensor.controls[.gain] == 0)
    }

    @Test func aLongExposureSlowsTheRateOnlyWhereItMay() throws {
        var sensor = SceneSensor()
        _ = try sensor.write(.exposureMode, 1)
        _ = try sensor.write(.exposureTime, 1000)
        #expect(sensor.frameInterval(at: FrameRate(30)) == FrameRate(30).interval)
        let limited = sensor.state(at: FrameRate(30)).development.exposure
        _ = try sensor.write(.dynamicFrameRate, 1)
        #expect(sensor.frameInterval(at: FrameRate(30)) == .milliseconds(100))
        #expect(sensor.state(at: FrameRate(30)).development.exposure > 2.9 * limited)
    }

    @Test func gainAddsNoise() throws {
        var sensor = SceneSensor()
        _ = try sensor.write(.exposureMode, 1)
        let quiet = sensor.state(at: FrameRate(30)).noise
        _ = try sensor.write(.gain, 255)
        #expect(quiet == 0)
        #expect(sensor.state(at: FrameRate(30)).noise > 5)
    }
}
