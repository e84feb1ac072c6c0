// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import TestScene

@Suite struct ScenePictureTests {
    @Test func noiseHasTheDeviationAskedFor() throws {
        let scene = try SmallScene()
        let clean = try scene.render()
        let noisy = try scene.render(SensorState(noise: 5))
        let points = Area.middle.points(in: clean.size)
        let squares = points.map { point in
            let difference = Double(noisy.luma(point.x, point.y) - clean.luma(point.x, point.y))
            return difference * difference
        }
        let deviation = (squares.reduce(0, +) / Double(points.count)).squareRoot()
        #expect((3.5...6.5).contains(deviation))
        #expect(abs(noisy.meanLuma() - clean.meanLuma()) < 0.5)
    }

    @Test func noiseDependsOnTheFrameNumberAlone() throws {
        let noisy = SensorState(noise: 4)
        let first = try SmallScene().render(noisy, frame: 7)
        #expect(try SmallScene().render(noisy, frame: 7) == first)
        #expect(try SmallScene().render(noisy, frame: 8) != first)
    }

    @Test func whiteBalanceMovesTheColours() throws {
        let scene = try SmallScene()
        func chroma(_ kelvin: Int64) throws -> (u: Double, v: Double) {
            var state = SensorState()
            state.development.balance = Illuminant.balance(setTo: kelvin)
            return try scene.render(state).meanChroma(in: .whitePatch)
        }
        let (cold, right, warm) = (
            try chroma(2800), try chroma(Illuminant.sceneKelvin), try chroma(6500)
        )
        // A camera that believes in warm light makes everything blue, and the other way round.
        #expect(cold.u > right.u + 3 && cold.v < right.v - 3)
        #expect(warm.u < right.u - 3 && warm.v > right.v + 3)
    }

    @Test func theRightTemperatureChangesNothing() {
        let gains = Illuminant.balance(setTo: Illuminant.sceneKelvin)
        #expect(gains == SIMD3(1, 1, 1))
    }

    @Test func daylightIsNearlyWhiteInSRGB() {
        // sRGB's white is D65; a black body of 6500 K is close to it.
        let white = Illuminant.white(6500)
        #expect(abs(white.x - 1) < 0.06 && abs(white.y - 1) < 0.06 && abs(white.z - 1) < 0.06)
    }

    @Test func theMetronomeSwings() throws {
        let scene = try SmallScene()
        let (left, right) = (try scene.render(seconds: 1.5), try scene.render(seconds: 0.5))
        #expect(left.differences(to: right, in: .metronome) > 25)
        #expect(left.differences(to: right, in: .near) == 0)
        #expect(try scene.render(seconds: 2.5) == right)
    }

    @Test func theClocksShowTheTimePassedIn() throws {
        let scene = try SmallScene()
        let noon = try scene.render()
        let later = try scene.render(time: CivilDate(secondsSince1970: 1_699_963_200 + 3600 * 5 + 60 * 21))
        #expect(noon.differences(to: later, in: .wallClock) > 10)
        #expect(noon.differences(to: later, in: .deskClock) > 10)
        #expect(noon.differences(to: later, in: .middle) == 0)
        #expect(try scene.render() == noon)
    }

    @Test func everySecondLooksDifferent() throws {
        let scene = try SmallScene()
        let pictures = try (0..<10).map { try scene.render(time: CivilDate(secondsSince1970: 1000 + $0)) }
        for (one, next) in zip(pictures, pictures.dropFirst()) {
            #expect(one.differences(to: next, in: .deskClock) > 0)
        }
    }

    @Test func saturationZeroIsGrey() throws {
        var state = SensorState()
        state.development.saturation = 0
        let (u, v) = try SmallScene().render(state).meanChroma(in: .everything)
        #expect(u == 128 && v == 128)
    }

    @Test func sharpnessContrastAndBrightnessDoWhatTheySay() throws {
        let scene = try SmallScene()
        let plain = try scene.render()
        func adjusted(_ change: (inout Development) -> Void) throws -> Shown {
            var state = SensorState()
            change(&state.development)
            return try scene.render(state)
        }
        #expect(try adjusted { $0.brightness = 0.2 }.meanLuma() > plain.meanLuma() + 20)
        #expect(try adjusted { $0.contrast = 0.5 }.sharpness(in: .middle) < plain.sharpness(in: .middle) / 2)
        #expect(try adjusted { $0.sharpness = 1 }.sharpness(in: .middle) > plain.sharpness(in: .middle) * 1.1)
        #expect(
            try adjusted { $0.sharpness = -1 }.sharpness(in: .middle) < plain.sharpness(in: .middle) * 0.9)
    }

    @Test func fineLayersReplaceTheCoarseOnesWithoutChangingTheScene() throws {
        let size = SmallScene.size
        let renderer = try SceneRenderer(
            output: size, try ScenePictures(folder: SmallScene.pictures), detail: size.height,
            haste: size.height / 2)
        var bytes = [UInt8](repeating: 0, count: size.area * 3 / 2)
        let moment = SceneMoment(seconds: 0, localTime: SmallScene.noon, frame: 0)
        func mean() throws -> Double {
            try bytes.withUnsafeMutableBufferPointer { memory in
                if let start = memory.baseAddress { try renderer.render(SensorState(), moment, into: start) }
            }
            return Double(bytes[..<size.area].reduce(0) { $0 + Int($1) }) / Double(size.area)
        }
        let coarse = try mean()
        #expect(!renderer.isFine)
        for _ in 0..<6 { _ = try mean() }
        #expect(renderer.isFine)
        // So small, fine texture is sampled differently; a misplaced layer would be off by ten.
        #expect(abs(try mean() - coarse) < 2.5)
    }
}
