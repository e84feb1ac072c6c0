// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TestScene

@Suite struct SceneFocusTests {
    @Test func focusingNearSharpensTheLeftAndBlursTheRight() throws {
        let scene = try SmallScene()
        let near = try scene.render(SensorState(focus: SceneDepth.camera))
        let far = try scene.render(SensorState(focus: SceneDepth.landscape))
        #expect(near.sharpness(in: .near) > 2 * far.sharpness(in: .near))
        #expect(far.sharpness(in: .far) > 2 * near.sharpness(in: .far))
    }

    @Test func eachPartIsSharpestAtItsOwnDistance() throws {
        let scene = try SmallScene(SmallScene.largeSize)
        let positions: [Float] = [5, 25, 40, 60, 80, 130, 180, 200, 220, 250]
        let pictures = try positions.map {
            try scene.render(SensorState(focus: ThinLens.dioptres(atPosition: $0)))
        }
        for (area, dioptres) in [
            (Area.near, SceneDepth.camera), (.middle, SceneDepth.desk), (.far, SceneDepth.landscape),
        ] {
            let best = positions.indices.max {
                pictures[$0].sharpness(in: area) < pictures[$1].sharpness(in: area)
            }
            #expect(best.map { positions[$0] } == ThinLens.position(atDioptres: dioptres).rounded())
        }
    }

    @Test func theSmallestDefocusShows() throws {
        // At full size one position of the motor blurs by as many pixels as this does here.
        let scene = try SmallScene(SmallScene.largeSize)
        let sharp = try scene.render().sharpness(in: .middle)
        let beside = try scene.render(SensorState(focus: SceneDepth.desk + 0.15)).sharpness(in: .middle)
        #expect(beside < sharp)
    }

    @Test func aBoxHasTheVarianceAskedFor() {
        for variance in [0.01, 0.2, 0.66, 0.67, 1, 2.5, 7, 30] as [Float] {
            let radius = Blur.boxRadius(variance: variance)
            let (whole, part) = (radius.rounded(.down), radius - radius.rounded(.down))
            let squares = (0...Int(whole)).reduce(Float(0)) { $0 + 2 * Float($1 * $1) }
            let made = (squares + 2 * part * (whole + 1) * (whole + 1)) / (2 * radius + 1)
            #expect(abs(made / variance - 1) < 0.001)
        }
    }

    @Test func sharpnessFallsOnBothSidesOfTheOptimum() throws {
        let scene = try SmallScene(SmallScene.largeSize)
        let values = try [0.4, 0.8, 1.2, 1.8, 2.6, 4].map {
            try scene.render(SensorState(focus: $0)).sharpness(in: .middle)
        }
        #expect(values[0] < values[1] && values[1] < values[2])
        #expect(values[2] > values[3] && values[3] > values[4] && values[4] > values[5])
    }

    @Test func blurKeepsTheLight() throws {
        let scene = try SmallScene()
        _ = try scene.render(SensorState(focus: SceneDepth.desk))
        let sharp = scene.meter.reduce(0) { $0 + min(2, $1) }
        _ = try scene.render(SensorState(focus: SceneDepth.camera))
        let blurred = scene.meter.reduce(0) { $0 + min(2, $1) }
        #expect(abs(blurred / sharp - 1) < 0.1)
    }

    @Test func theCircleOfConfusionFollowsTheThinLens() {
        #expect(ThinLens.confusion(focus: 2, thing: 2) == 0)
        // 28 mm at f/2 on 36 mm, focused at 1 m, a thing at infinity: 14 mm · 28 mm / (1 m − 28 mm) / 36 mm.
        #expect(abs(ThinLens.confusion(focus: 1, thing: 0) - 0.014 * 0.028 / 0.972 / 0.036) < 1e-6)
    }

    @Test func theMotorTakesItsTime() {
        var motor = FocusMotor(position: 0)
        motor.target = 250
        motor.advance(seconds: 0.1)
        #expect(motor.position == FocusMotor.speed * 0.1)
        motor.advance(seconds: 10)
        #expect(motor.position == 250)
        motor.target = 100
        motor.advance(seconds: 0.1)
        #expect(motor.position == 250 - FocusMotor.speed * 0.1)
    }

    @Test func zoomShowsTheMiddleLarger() throws {
        let scene = try SmallScene()
        let whole = try scene.render()
        let close = try scene.render(SensorState(zoom: 3))
        #expect(close != whole)
        // The star, in the middle of the scene, covers what the whole chart covered before.
        #expect(close.sharpness(in: .whitePatch) != whole.sharpness(in: .whitePatch))
        #expect(try scene.render() == whole)
    }
}
