// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The camera inside the test scene: its controls, motors and automatic modes from frame to frame.
struct SceneSensor {
    private typealias ExposureMode = SceneControlTable.ExposureMode

    private(set) var controls = SceneControls()
    private var motor = FocusMotor(position: ThinLens.position(atDioptres: SceneDepth.desk))
    private var loop = ExposureLoop()
    /// Automatic white balance changes by this many kelvin a frame.
    private static let balanceStep: Int64 = 60
    /// The longest automatic exposure when the rate may fall: ten frames a second, in 100 microseconds.
    private static let slowest: Int64 = 1000

    /// - Throws: as `SceneControls.write`.
    mutating func write(_ id: ControlID, _ value: Int64) throws(CameraError) -> Int64 {
        let taken = try controls.write(id, value)
        switch id {
        case .focusPosition: motor.target = Float(taken)
        case .focusAutomatic: motor.target = taken == 1 ? Self.subject : motor.position
        case .exposureMode: loop.take(exposure)
        default: break
        }
        return taken
    }

    mutating func takeChanges() -> Set<ControlID> { controls.takeChanges() }

    /// Advances the time.
    ///
    /// - Parameters:
    ///   - interval: since the last frame, in seconds.
    ///   - rate: of the mode that streams.
    ///   - meter: the light in the last frame; empty before the first.
    mutating func advance(interval: Float, rate: FrameRate, meter: [Float]) {
        motor.advance(seconds: interval)
        if controls[.focusAutomatic] == 1 {
            let step = Int64((motor.position / 5).rounded()) * 5
            controls.follow(.focusPosition, step)
        }
        if controls[.whiteBalanceAutomatic] == 1 { followLight() }
        if controls[.exposureMode] == ExposureMode.automatic { expose(meter, rate) }
    }

    /// The settings of the next frame.
    func state(at rate: FrameRate) -> SensorState {
        SensorState(
            focus: ThinLens.dioptres(atPosition: motor.position),
            zoom: Float(controls[.zoom]) / 100,
            development: development(rate),
            noise: 0.6 * (Exposure.amplification(gain: controls[.gain]) - 1))
    }

    /// The time from one frame to the next: longer than the mode's if a long exposure may slow it down.
    func frameInterval(at rate: FrameRate) -> Duration {
        guard controls[.dynamicFrameRate] == 1 else { return rate.interval }
        return max(rate.interval, .microseconds(controls[.exposureTime] * 100))
    }

    /// Where automatic focus settles.
    private static let subject = ThinLens.position(atDioptres: SceneDepth.desk)

    private var exposure: Exposure {
        Exposure(time: controls[.exposureTime], gain: controls[.gain])
    }

    /// The longest exposure that the rate allows, in 100 microseconds.
    private func timeLimit(_ rate: FrameRate, slowest: Int64) -> Int64 {
        let frame = rate.interval.components.attoseconds / 100_000_000_000_000
        return controls[.dynamicFrameRate] == 1 ? max(frame, slowest) : frame
    }

    private mutating func expose(_ meter: [Float], _ rate: FrameRate) {
        let wanted = loop.adjusted(
            meter, present: exposure, compensation: Float(controls[.exposureCompensation]) / 1000,
            limit: timeLimit(rate, slowest: Self.slowest))
        controls.follow(.exposureTime, wanted.time)
        controls.follow(.gain, wanted.gain)
    }

    private mutating func followLight() {
        let present = controls[.whiteBalanceTemperature]
        let way = Illuminant.sceneKelvin - present
        controls.follow(
            .whiteBalanceTemperature, present + min(Self.balanceStep, max(-Self.balanceStep, way)))
    }

    private func development(_ rate: FrameRate) -> Development {
        Development(
            exposure: exposure.factor(limit: timeLimit(rate, slowest: .max)),
            balance: Illuminant.balance(setTo: controls[.whiteBalanceTemperature]),
            brightness: Float(controls[.brightness] - 128) / 256,
            contrast: 0.5 + Float(controls[.contrast]) / 256,
            saturation: Float(controls[.saturation]) / 128,
            sharpness: Float(controls[.sharpness] - 128) / 128)
    }
}

/// Moves the lens at a finite speed.
struct FocusMotor: Equatable {
    /// Steps a second: from end to end in about six tenths of a second, as voice-coil webcams do.
    static let speed: Float = 400

    /// In steps; in between while it moves.
    private(set) var position: Float
    var target: Float

    init(position: Float) { (self.position, target) = (position, position) }

    mutating func advance(seconds: Float) {
        let way = Self.speed * seconds
        position += min(way, max(-way, target - position))
    }
}
