// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// A camera whose sharpness follows a formula: quick, and without chance. Pictures are in CaptureTesting's scenes.
struct FormulaCamera {
    var range = FocusRange(lower: 0, upper: 250, step: 1)!
    var start: Int64 = 100
    /// As a part of the range; nil if nothing has any detail.
    var optimum: Double? = 0.6
    /// Steps a second.
    var speed = 600.0
    /// Frames until one arrives.
    var delay = 2.0
    var interval = 1.0 / 30
    /// How quickly detail of one pixel is lost when the lens leaves the optimum, in pixels over the range.
    var blurAtEnd = 20.0
    /// Below the optimum, blur does not grow for `length` beyond this distance; parts of the range.
    var shoulder: (start: Double, length: Double)?

    private var commands: [(at: Double, position: Int64)] = []

    init() {}

    /// The lens's place, in steps.
    func lens(at time: Double) -> Double { journey(until: time).place }

    /// The frames during which the motor ran.
    func framesOfTravel(until time: Double) -> Double { journey(until: time).way / speed / interval }

    private func journey(until time: Double) -> (place: Double, way: Double) {
        var (place, way, clock, target) = (Double(start), 0.0, 0.0, Double(start))
        func move(until end: Double) {
            let reach = max(0, end - clock) * speed
            let step = min(reach, max(-reach, target - place))
            place += step
            way += abs(step)
            clock = end
        }
        for command in commands where command.at <= time {
            move(until: command.at)
            target = Double(command.position)
        }
        move(until: time)
        return (place, way)
    }

    func sample(at time: Double) -> SharpnessSample {
        var bands = SIMD4<Float>(2, 0.5, 0.125, 0.03125)
        if let optimum {
            let place =
                (lens(at: time - delay * interval) - Double(range.lower))
                / Double(range.upper - range.lower)
            var distance = abs(place - optimum)
            if let shoulder, place < optimum, distance > shoulder.start {
                distance = max(shoulder.start, distance - shoulder.length)
            }
            let blur = blurAtEnd * distance
            for band in 0..<4 {
                let size = Double(1 << band)
                bands[band] += Float(900 * size / (1 + (blur / size) * (blur / size)))
            }
        }
        return SharpnessSample(
            bands: bands, counts: SIMD4(40000, 10000, 2500, 600), noise: 1, brightness: 110)
    }

    /// Plays until the machine is no longer hunting, or `frames` are over.
    ///
    /// - Parameter each: what happens meanwhile, e.g. another click; gets the frame's number.
    /// - Returns: how many frames came.
    mutating func play(
        _ machine: inout FocusMachine, frames: Int = 600,
        each: (Int, inout FocusMachine) -> [FocusEffect] = { _, _ in [] }
    ) -> Int {
        var pending: [(ControlID, Int64)] = []
        func note(_ effects: [FocusEffect]) {
            for case .setControl(let control, let value) in effects { pending.append((control, value)) }
        }
        note(machine.handle(.clicked(FocusTarget(.center, at: Self.time(0), lensPosition: start))))
        for frame in 1...frames {
            let now = Double(frame) * interval
            while !pending.isEmpty {
                let (control, value) = pending.removeFirst()
                if control == .focusPosition { commands.append((now - interval, value)) }
                note(machine.handle(.controlWritten(control, value, at: Self.time(now - interval))))
            }
            let shown = FocusFrame(arrival: Self.time(now), sharpness: sample(at: now))
            note(machine.handle(.frame(shown)))
            note(each(frame, &machine))
            if !machine.state.isHunting, pending.isEmpty { return frame }
        }
        return frames
    }

    static func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(seconds * 1e9) + 1_000_000_000)
    }

    var capabilities: FocusCapabilities {
        FocusCapabilities(focus: .contrast(range), metering: .none, hasContinuous: true)
    }
}
