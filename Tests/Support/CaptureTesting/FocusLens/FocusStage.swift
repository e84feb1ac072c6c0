// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Imaging

/// Plays a scene: frames come, commands move the lens.
public final class FocusStage {
    public let scene: FocusScene
    private var lens: SimulatedLens
    private var numbers: SeededNumbers
    private let texture: FocusTexture?
    private var measure = SharpnessMeasure()
    private var pixels = [UInt8](repeating: 0, count: FocusTexture.side * FocusTexture.side)
    private var line = [Float](repeating: 0, count: FocusTexture.side)
    private var exposure = 1.0

    public init(_ scene: FocusScene) {
        self.scene = scene
        numbers = SeededNumbers(seed: scene.seed)
        texture = scene.optimum == nil ? nil : FocusTexture(&numbers, contrast: scene.contrast)
        lens = SimulatedLens(position: Double(scene.start), speed: scene.speed, backlash: scene.backlash)
    }

    public func command(_ position: Int64, at time: Double) { lens.command(Double(position), at: time) }

    /// The lens's true place as a part of the range, and how long its motor has been running, when everything sent
    /// has been carried out.
    public func settled(at time: Double) -> (place: Double, travelTime: Double) {
        var lens = lens
        lens.advance(to: time)
        return (place(lens.position), lens.travelTime)
    }

    private func place(_ position: Double) -> Double {
        (position - Double(scene.lower)) / Double(scene.upper - scene.lower)
    }

    /// The sample of a frame that arrives at this time.
    public func sharpness(at time: Double) -> SharpnessSample? {
        lens.advance(to: time - scene.delay * scene.interval)
        // Automatic exposure settles in half a second or so.
        exposure += (scene.exposureDrift - exposure) * min(1, 2.5 * scene.interval)
        draw(lens: place(lens.position))
        return measured()
    }

    private func measured() -> SharpnessSample? {
        pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return nil }
            return try? measure.measure(
                base, width: FocusTexture.side, height: FocusTexture.side, stride: FocusTexture.side)
        }
    }

    /// The fine detail with the lens at a place, a part of the range; without noise.
    func detail(at place: Double) -> Float {
        var still = scene
        still.noise = 0
        let stage = FocusStage(still)
        stage.exposure = exposure
        stage.draw(lens: place)
        return stage.measured()?.bands.x ?? 0
    }

    private func draw(lens: Double) {
        let side = FocusTexture.side
        let gain = Float(exposure)
        let border = scene.other.map { Int(Double(side) * (1 - $0.share)) } ?? side
        var otherLine = line
        for y in 0..<side {
            if let texture, let optimum = scene.optimum {
                texture.line(y, blur: scene.blur(lens: lens, optimum: optimum), into: &line)
            }
            if let texture, let other = scene.other {
                texture.line(
                    side - 1 - y, blur: scene.blur(lens: lens, optimum: other.optimum), into: &otherLine)
                for x in border..<side { line[x] = otherLine[side - 1 - x] }
            }
            for x in 0..<side {
                let light = (Float(scene.brightness) + line[x]) * gain
                let value = light + Float(scene.noise * numbers.normal())
                pixels[y * side + x] = UInt8(min(255, max(0, value.rounded())))
            }
        }
    }
}
