// SPDX-License-Identifier: GPL-3.0-or-later
/// Kinds of scenes that the search must handle.
public enum FocusSceneClass: String, CaseIterable, Sendable {
    case widePeak = "wide peak"
    case narrowPeak = "narrow peak"
    case flatShoulder = "flat shoulder"
    case localMaximum = "local maximum"
    case slowMotor = "slow motor"
    case noisy = "noisy"
    case delay1 = "delay 1"
    case delay2 = "delay 2"
    case delay3 = "delay 3"
    case delay4 = "delay 4"
    case range1 = "1 step"
    case range10 = "10 steps"
    case range50 = "50 steps"
    case range1000 = "1000 steps"
    case halves = "near and far halves"
    case atTheEnds = "optimum at an end"
    case backlash = "backlash"
    case lowLight = "15 frames a second"
    case everything = "everything at once"
    case nothing = "nothing to focus on"
    case steep = "steep, 50-120 steps"

    /// A scene of this kind; the same one for the same seed.
    public func scene(seed: UInt64) -> FocusScene {
        let place = Self.allCases.firstIndex(of: self) ?? 0
        var numbers = SeededNumbers(seed: seed &* 64 &+ UInt64(place))
        var scene = FocusScene(seed: numbers.next())
        Self.usual(&scene, &numbers)
        vary(&scene, &numbers)
        return scene
    }

    /// Typical webcams: 250 steps, a voice coil that crosses them in a tenth of a second to a whole one.
    private static func usual(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        scene.speed = numbers.scale(in: 250...2500)
        scene.delay = numbers.number(in: 1...2.5)
        scene.optimum = numbers.number(in: 0.05...0.95)
        scene.start = Int64(numbers.number(in: 0...250))
        scene.blurAtEnd = numbers.scale(in: 7...30)
        scene.depthOfField = numbers.number(in: 0...0.01)
        scene.contrast = numbers.scale(in: 12...45)
        scene.noise = numbers.number(in: 0.5...2)
        scene.brightness = numbers.number(in: 60...170)
        scene.exposureDrift = numbers.scale(in: 0.85...1.18)
        scene.writeTime = numbers.number(in: 0.001...0.008)
    }

    private func vary(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        switch self {
        case .widePeak: scene.blurAtEnd = numbers.scale(in: 2.5...6)
        case .narrowPeak: scene.blurAtEnd = numbers.scale(in: 40...100)
        case .flatShoulder: Self.addShoulder(&scene, &numbers)
        case .localMaximum: Self.addOther(&scene, &numbers)
        case .slowMotor: scene.speed = 100
        case .noisy:
            scene.noise = numbers.number(in: 5...10)
        case .delay1: scene.delay = 1
        case .delay2: scene.delay = 2
        case .delay3: scene.delay = 3
        case .delay4: scene.delay = 4
        case .range1: Self.setRange(&scene, &numbers, 1)
        case .range10: Self.setRange(&scene, &numbers, 10)
        case .range50: Self.setRange(&scene, &numbers, 50)
        case .range1000: Self.setRange(&scene, &numbers, 1000)
        case .steep: Self.setSteep(&scene, &numbers)
        case .halves: Self.setHalves(&scene, &numbers)
        case .atTheEnds: scene.optimum = numbers.chance(0.5) ? 0 : 1
        case .backlash: scene.backlash = 250 * numbers.number(in: 0.005...0.03)
        case .lowLight:
            scene.interval = 1.0 / 15
            scene.noise = numbers.number(in: 2...5)
        case .everything: Self.mix(&scene, &numbers)
        case .nothing: Self.empty(&scene, &numbers)
        }
    }

    private static func addShoulder(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        // A shoulder is slightly out of focus.
        let start = max(numbers.number(in: 0.04...0.15), 1.5 / scene.blurAtEnd)
        scene.shoulder = (start, numbers.number(in: 0.2...0.5), numbers.chance(0.5))
    }

    private static func addOther(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        let optimum = numbers.number(in: 0.05...0.95)
        let away = numbers.number(in: 0.25...0.5) * (optimum < 0.5 ? 1 : -1)
        scene.optimum = optimum
        scene.other = (numbers.number(in: 0.1...0.35), optimum + away)
    }

    private static func setRange(_ scene: inout FocusScene, _ numbers: inout SeededNumbers, _ steps: Int64) {
        let relative = scene.speed / 250
        scene.upper = steps
        scene.speed = max(100, relative * Double(steps))
        scene.start = Int64(numbers.number(in: 0...Double(steps)).rounded())
        if steps == 1000, numbers.chance(0.3) { scene.speed = numbers.scale(in: 100...1000) }
        guard steps <= 10 else { return }
        // Near a position of the motor: between two, neither is right.
        let best = numbers.number(in: 0...Double(steps)).rounded()
        let offset = numbers.number(in: -0.3...0.3)
        scene.optimum = min(1, max(0, (best + offset) / Double(steps)))
    }

    /// A step beside the best position is visibly softer.
    private static func setSteep(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        let steps = Int64(numbers.number(in: 50...120))
        setRange(&scene, &numbers, steps)
        scene.blurAtEnd = Double(steps) * numbers.number(in: 0.6...1.4)
        scene.depthOfField = 0
        scene.optimum =
            (numbers.number(in: 2...Double(steps - 2)).rounded() + numbers.number(in: -0.2...0.2))
            / Double(steps)
        scene.tolerance = 0
    }

    /// The window lies in one half; a little of the other half may reach into it, and that is what was in focus.
    private static func setHalves(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        let near = numbers.number(in: 0.6...0.95)
        let far = numbers.number(in: 0.05...0.4)
        let isNear = numbers.chance(0.5)
        scene.optimum = isNear ? near : far
        scene.start = Int64((isNear ? far : near) * 250)
        scene.other = (numbers.number(in: 0...0.15), isNear ? far : near)
    }

    private static func mix(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        let steps = [20, 51, 127, 250, 255, 600, 1000][Int(numbers.number(in: 0...6.99))]
        setRange(&scene, &numbers, Int64(steps))
        scene.speed = numbers.chance(0.2) ? 100 : scene.speed
        scene.delay = numbers.number(in: 1...4)
        scene.blurAtEnd = numbers.scale(in: 4...80)
        scene.noise = numbers.number(in: 0.5...5)
        scene.backlash = Double(steps) * numbers.number(in: 0...0.015)
        if numbers.chance(0.3) { addShoulder(&scene, &numbers) }
        if numbers.chance(0.3) { addOther(&scene, &numbers) }
    }

    /// A wall, the sky, the dark: noise and a change of exposure, but no detail.
    private static func empty(_ scene: inout FocusScene, _ numbers: inout SeededNumbers) {
        scene.optimum = nil
        scene.contrast = 0
        scene.noise = numbers.number(in: 0.5...8)
        scene.brightness = numbers.chance(0.4) ? numbers.number(in: 1...20) : numbers.number(in: 20...200)
        scene.exposureDrift = numbers.scale(in: 0.7...1.4)
        scene.speed = numbers.scale(in: 100...2500)
        scene.delay = numbers.number(in: 1...4)
    }
}
