import CaptureCore
import Testing

@testable import TestScene

@Suite struct ScenePictureTests {
    @Test func noiseHasTheDeviationAskedFor() {
        let scene = SmallScene()
        let clean = scene.render()
        let noisy = scene.render(SensorState(noise: 5))
        let points = Area.middle.points(in: clean.size)
        let squares = points.map { point in
            let difference = Double(noisy.luma(point.x, point.y) - clean.luma(point.x, point.y))
            return difference * difference
        }
        let deviation = (squares.reduce(0, +) / Double(points.count)).squareRoot()
        #expect((3.5...6.5).contains(deviation))
        #expect(abs(noisy.meanLuma() - clean.meanLuma()) < 0.5)
    }

    @Test func noiseDependsOnTheFrameNumberAlone() {
        let noisy = SensorState(noise: 4)
        let first = SmallScene().render(noisy, frame: 7)
        #expect(SmallScene().render(noisy, frame: 7) == first)
        #expect(SmallScene().render(noisy, frame: 8) != first)
    }

    @Test func whiteBalanceMovesTheColours() {
        let scene = SmallScene()
        func chroma(_ kelvin: Int64) -> (u: Double, v: Double) {
            var state = SensorState()
            state.development.balance = Illuminant.balance(setTo: kelvin)
            return scene.render(state).meanChroma(in: .whitePatch)
        }
        let (cold, right, warm) = (chroma(2800), chroma(Illuminant.sceneKelvin), chroma(6500))
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

    @Test func theMetronomeSwings() {
        let scene = SmallScene()
        let (left, right) = (scene.render(seconds: 1.5), scene.render(seconds: 0.5))
        #expect(left.differences(to: right, in: .metronome) > 25)
        #expect(left.differences(to: right, in: .near) == 0)
        #expect(scene.render(seconds: 2.5) == right)
    }

    @Test func theClocksShowTheTimePassedIn() {
        let scene = SmallScene()
        let noon = scene.render()
        let later = scene.render(time: CivilDate(secondsSince1970: 1_699_963_200 + 3600 * 5 + 60 * 21))
        #expect(noon.differences(to: later, in: .wallClock) > 10)
        #expect(noon.differences(to: later, in: .deskClock) > 10)
        #expect(noon.differences(to: later, in: .middle) == 0)
        #expect(scene.render() == noon)
    }

    @Test func everySecondLooksDifferent() {
        let scene = SmallScene()
        let pictures = (0..<10).map { scene.render(time: CivilDate(secondsSince1970: 1000 + $0)) }
        for (one, next) in zip(pictures, pictures.dropFirst()) {
            #expect(one.differences(to: next, in: .deskClock) > 0)
        }
    }

    @Test func saturationZeroIsGrey() {
        var state = SensorState()
        state.development.saturation = 0
        let (u, v) = SmallScene().render(state).meanChroma(in: .everything)
        #expect(u == 128 && v == 128)
    }

    @Test func sharpnessContrastAndBrightnessDoWhatTheySay() {
        let scene = SmallScene()
        let plain = scene.render()
        func adjusted(_ change: (inout Development) -> Void) -> Shown {
            var state = SensorState()
            change(&state.development)
            return scene.render(state)
        }
        #expect(adjusted { $0.brightness = 0.2 }.meanLuma() > plain.meanLuma() + 20)
        #expect(adjusted { $0.contrast = 0.5 }.sharpness(in: .middle) < plain.sharpness(in: .middle) / 2)
        #expect(adjusted { $0.sharpness = 1 }.sharpness(in: .middle) > plain.sharpness(in: .middle) * 1.1)
        #expect(adjusted { $0.sharpness = -1 }.sharpness(in: .middle) < plain.sharpness(in: .middle) * 0.9)
    }

    @Test func fineLayersReplaceTheCoarseOnesWithoutChangingTheScene() {
        let size = SmallScene.size
        let renderer = SceneRenderer(output: size, detail: size.height, haste: size.height / 2)
        var bytes = [UInt8](repeating: 0, count: size.area * 3 / 2)
        let moment = SceneMoment(seconds: 0, localTime: SmallScene.noon, frame: 0)
        func mean() -> Double {
            bytes.withUnsafeMutableBufferPointer { memory in
                if let start = memory.baseAddress { renderer.render(SensorState(), moment, into: start) }
            }
            return Double(bytes[..<size.area].reduce(0) { $0 + Int($1) }) / Double(size.area)
        }
        let coarse = mean()
        #expect(!renderer.isFine)
        for _ in 0..<6 { _ = mean() }
        #expect(renderer.isFine)
        // So small, fine texture is sampled differently; a misplaced layer would be off by ten.
        #expect(abs(mean() - coarse) < 2.5)
    }
}
