// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Exposes for a spot with the camera's exposure time and gain.
///
/// The spot asks for middle grey and the rest of the picture for what it had under the camera's own exposure: they are weighed,
/// and nothing goes far from there, nor burns the picture out for the spot's sake. The way is a short ramp of small steps.
/// Exposure time goes as far as the frame rate allows; only the rest is gain, which costs noise. A step of gain differs
/// between cameras, so that what a ramp has brought about is measured, and the next one is longer or shorter for it.
public struct SpotMetering: Sendable {
    /// The luma that the spot should have: middle grey, 18 % of the light, seen through the usual gamma.
    public static let middleGrey = 118.0
    /// The spot's weight; the rest is the picture's.
    private static let spotShare = 0.6
    /// The longest way from where the camera's own exposure was, in stops.
    private static let farthest = 1.5
    /// The part of the picture that may burn out for the spot's sake.
    private static let burning = 0.03
    /// One step back where more of it burns than was foreseen, in stops.
    private static let stepBack = 0.25
    /// A light this near, in stops, is right.
    private static let tolerance = 0.16
    private static let rampTime: Duration = .milliseconds(350)
    /// Firmware takes no more writes a second (docs/cameras.md, "Controls").
    private static let stepTime: Duration = .milliseconds(45)
    /// From a write until frames show it.
    private static let delay: Duration = .milliseconds(170)
    /// The range of a camera's gain in stops: what is assumed until a ramp has shown it, and what is believed.
    private static let usualGain = 6.0
    private static let believed = 1.0...16.0
    /// A picture that is all white or all black after taking over is this far off at least, in stops.
    private static let blindStep = 3.0
    /// Steps back to the light before taking over.
    private static let mostStepsBack = 3

    /// Exposure as numbers of the camera's controls.
    private struct Settings: Equatable {
        var time: Int64
        var gain: Int64?
    }

    private struct Ramp {
        let from: Double
        let to: Double
        var began: MonotonicTime
        var length = rampTime
        var lastAt: MonotonicTime?

        /// How far it is. It waits where it is not asked for long, as while the lens hunts.
        mutating func part(at now: MonotonicTime) -> Double {
            if let lastAt, now - lastAt > delay { began = began + (now - lastAt) }
            lastAt = now
            return length > .zero ? min(1, (now - began) / length) : 1
        }
    }

    private let times: ClosedRange<Int64>
    private let gains: ClosedRange<Int64>?
    private let gainStep: Int64
    /// The camera's switch between its own exposure and this one.
    private let automatic: AutomaticSwitch
    /// As the camera had them before.
    private let earlier: Settings
    /// What it took last, and what it was asked for: they differ where it rounds or refuses.
    private var present: Settings
    private var asked: Settings
    /// The photographer's compensation, in stops.
    public private(set) var compensation = 0.0
    /// Stops from `earlier`, without compensation: what was asked for.
    private var place = 0.0
    /// The range of the gain in stops, as far as it is known.
    private var gainStops = usualGain
    private var ramp: Ramp?
    private var lastStepAt: MonotonicTime?
    private var notBefore: MonotonicTime?
    /// The first picture, and how far from `earlier` it was, without and with the compensation at that time.
    private var reference: (light: LightSample, place: Double, stops: Double)?
    /// What the camera had, and how light that was, at the last look.
    private var lastLook: (settings: Settings, stops: Double)?
    private var stepsBack = 0
    private var ceiling = farthest
    /// Whether the last look asked for no change.
    public private(set) var isSettled = false

    /// The present exposure time and gain.
    public var time: Int64 { present.time }
    public var gain: Int64? { present.gain }

    /// - Parameter frameInterval: no exposure is longer.
    /// - Returns: nil if the camera has no exposure time to set, or no way back to its own exposure.
    public init?(_ readings: [ControlReading], frameInterval: Duration, compensation: Double = 0) {
        let dials = Dial.all(from: readings)
        guard let shutter = dials.first(where: { $0.kind == .shutter }), let automatic = shutter.automatic
        else {
            return nil
        }
        let gain = dials.first { $0.kind == .gain }
        self.automatic = automatic
        self.compensation = compensation
        // Exposure times are in 100 µs.
        let longest = max(shutter.range.lowerBound, Int64(min(1e9, frameInterval / .microseconds(100))))
        times = shutter.range.lowerBound...min(shutter.range.upperBound, longest)
        gains = gain?.range
        gainStep = max(1, gain?.step ?? 1)
        earlier = Settings(
            time: shutter.value ?? shutter.defaultValue, gain: gain.map { $0.value ?? $0.defaultValue })
        (present, asked) = (earlier, earlier)
    }

    /// The writes that take exposure over from the camera without changing the picture.
    public var beginning: [ControlWrite] {
        [ControlWrite(automatic.control, automatic.manual), ControlWrite(.exposureTime, time)]
            + (gain.map { [ControlWrite(.gain, $0)] } ?? [])
    }

    /// The writes that return it: what was changed, while that is still writable, and then the switch. A camera's own
    /// exposure leaves the gain where it is, so that a raised one would burn out every later picture. What was asked for and
    /// not answered in time may still have come.
    public var ending: [ControlWrite] {
        let isChanged = time != earlier.time || asked.time != earlier.time
        return (isChanged ? [ControlWrite(.exposureTime, earlier.time)] : [])
            + [raisedGain, ControlWrite(automatic.control, automatic.automatic)].compactMap(\.self)
    }

    /// The write that undoes the change of the gain alone; nil if there is none.
    public var raisedGain: ControlWrite? {
        gain == earlier.gain && asked.gain == earlier.gain
            ? nil : earlier.gain.map { ControlWrite(.gain, $0) }
    }

    /// Whether steps of a ramp are still to be written.
    public var isMoving: Bool { ramp != nil }

    /// Whether a picture that arrives now shows what was written last.
    public func isReady(at now: MonotonicTime) -> Bool { ramp == nil && notBefore.map { now >= $0 } ?? true }

    /// Judges a picture, and begins a ramp where it is not as light as it should be.
    public mutating func take(_ light: LightSample, at now: MonotonicTime) {
        guard isReady(at: now) else { return }
        guard let first = reference else {
            // What taking over has changed is seen first.
            (reference, notBefore) = ((light, place, place + compensation), now + Self.delay)
            return
        }
        let measured = light.stops(above: first.light).map { $0 + first.stops }
        if lastLook == nil, stepsBack < Self.mostStepsBack,
            let error = jump(light, measured, first.light, wanted: first.place + compensation)
        {
            // Many cameras do not say which time their own exposure takes: back to that light at once.
            stepsBack += 1
            place = stops(of: present) - compensation
            ramp = Ramp(from: place - error, to: place - error, began: now, length: .zero)
            return
        }
        if let measured { learn(measured) }
        place = stops(of: present) - compensation
        let shift = (measured ?? stops(of: present)) - compensation
        if compensation <= 0, light.burnt > first.light.burnt + Self.burning {
            ceiling = max(-Self.farthest, min(ceiling, shift) - Self.stepBack)
        }
        let spot =
            LightSample.stops(from: min(250, max(4, light.spot)), to: Self.middleGrey) + shift + compensation
        let limit = min(ceiling, max(0, first.light.room(burning: Self.burning) + first.stops))
        let goal = min(limit, max(-Self.farthest, Self.spotShare * spot))
        let next = place + min(2 * Self.farthest, max(-2 * Self.farthest, goal - shift))
        isSettled = abs(goal - shift) <= tolerance || settings(at: next + compensation) == asked
        if !isSettled { ramp = Ramp(from: place, to: next, began: now) }
    }

    /// How far the light is from what it should be by what the camera said of itself, in stops; nil where that is right.
    private func jump(
        _ light: LightSample, _ measured: Double?, _ first: LightSample, wanted: Double
    ) -> Double? {
        guard let measured else {
            if light.burnt > max(0.5, first.burnt) { return Self.blindStep }
            return light.isBlack && !first.isBlack ? -Self.blindStep : nil
        }
        return abs(measured - wanted) > tolerance ? measured - wanted : nil
    }

    /// Another spot is judged from now on.
    public mutating func aimAnew() { (ceiling, isSettled) = (Self.farthest, false) }

    /// The next small step of a ramp; nil if there is none now.
    public mutating func step(at now: MonotonicTime) -> ControlWrite? {
        guard ramp != nil, lastStepAt.map({ now - $0 >= Self.stepTime }) ?? true,
            let part = ramp?.part(at: now), let ramp
        else { return nil }
        place = ramp.from + (ramp.to - ramp.from) * part * part * (3 - 2 * part)
        let write = approach()
        if write != nil { lastStepAt = now }
        if part >= 1, write == nil {
            self.ramp = nil
            notBefore = (lastStepAt ?? now) + Self.delay
        }
        return write
    }

    /// Makes the picture lighter or darker at once, and keeps it so.
    ///
    /// - Parameter stops: how much lighter than without compensation.
    public mutating func compensate(_ stops: Double, at now: MonotonicTime) -> [ControlWrite] {
        compensation = stops
        var writes: [ControlWrite] = []
        while let write = approach() { writes.append(write) }
        if !writes.isEmpty { (lastStepAt, notBefore) = (now, now + Self.delay) }
        return writes
    }

    /// Notes the value that the camera really took.
    public mutating func note(_ write: ControlWrite) {
        if write.control == .exposureTime { present.time = write.value }
        if write.control == .gain { present.gain = write.value }
    }

    /// A short exposure can't be set finely.
    private var tolerance: Double {
        let time = Double(max(1, asked.time))
        return max(Self.tolerance, 0.55 * log2((time + 1) / time))
    }

    /// What a step of gain brings about, from the light before and after.
    private mutating func learn(_ stops: Double) {
        defer { lastLook = (present, stops) }
        guard let lastLook, let gain = present.gain, let before = lastLook.settings.gain, gain != before
        else { return }
        let byTime = log2(Double(max(1, present.time)) / Double(max(1, lastLook.settings.time)))
        let found = (stops - lastLook.stops - byTime) / (Double(gain) - Double(before)) * gainWidth
        // Something else has changed the light where it is not.
        if found > Self.believed.lowerBound / 2 {
            gainStops = min(Self.believed.upperBound, max(Self.believed.lowerBound, found))
        }
    }

    private var gainWidth: Double { gains.map { max(1, Double($0.upperBound) - Double($0.lowerBound)) } ?? 1 }

    /// How far these are from `earlier`.
    private func stops(of settings: Settings) -> Double {
        let byTime = log2(Double(max(1, settings.time)) / Double(max(1, earlier.time)))
        guard let gain = settings.gain, let before = earlier.gain else { return byTime }
        return byTime + (Double(gain) - Double(before)) / gainWidth * gainStops
    }

    /// One write towards the present place; nil if there is nothing more to ask for.
    private mutating func approach() -> ControlWrite? {
        let wanted = settings(at: place + compensation)
        if wanted.time != asked.time {
            asked.time = wanted.time
            return ControlWrite(.exposureTime, wanted.time)
        }
        guard let gain = wanted.gain, gain != asked.gain else { return nil }
        asked.gain = gain
        return ControlWrite(.gain, gain)
    }

    private func settings(at stops: Double) -> Settings {
        let base = Double(max(1, earlier.time))
        // Stays exactly where it was: times beyond the frame's are automatic's alone.
        let time = stops == 0 ? earlier.time : Self.nearest(base * exp2(stops), in: times)
        guard let gains, let gain = earlier.gain else { return Settings(time: time, gain: earlier.gain) }
        let left = stops - log2(Double(max(1, time)) / base)
        // What rounding the time leaves is no reason to touch the gain.
        guard time == times.upperBound && left > 0 || time == times.lowerBound && left < 0 else {
            return Settings(time: time, gain: gain)
        }
        let steps = (left / gainStops * gainWidth / Double(gainStep)).rounded()
        return Settings(time: time, gain: Self.nearest(Double(gain) + steps * Double(gainStep), in: gains))
    }

    private static func nearest(_ value: Double, in range: ClosedRange<Int64>) -> Int64 {
        if value <= Double(range.lowerBound) { return range.lowerBound }
        return value < Double(range.upperBound) ? Int64(value.rounded()) : range.upperBound
    }
}
