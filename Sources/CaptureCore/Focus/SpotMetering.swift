// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Exposes for a spot with the camera's exposure time and gain, for cameras that have no region of interest.
///
/// Each frame's mean luma around the point is compared with the tone it should have. The factor by which light is
/// missing or in excess goes into the exposure time as far as the frame rate allows, and only then into gain, which
/// costs noise. A step of gain differs between cameras, so gain moves by shares of its range and is measured again.
///
/// After a write, frames in transit show the old exposure: the next one is judged after `delay`.
public struct SpotMetering: Sendable {
    /// The luma that the spot should have: middle grey, 18 % of the light, seen through the usual gamma.
    public static let middleGrey = 118.0
    /// A light within this factor of the target is right.
    private static let tolerance = 1.12
    /// The largest factor by which one write changes the light: black or white frames do not show how far it is
    /// off.
    private static let largestStep = 4.0
    /// The exponent between luma and light, for nearly all cameras.
    private static let gamma = 2.2
    /// From a write until frames show it.
    private static let delay: Duration = .milliseconds(170)

    private let times: ClosedRange<Int64>
    private let gains: ClosedRange<Int64>?
    private let gainStep: Int64
    /// The camera's switch between its own exposure and this one.
    private let automatic: AutomaticSwitch
    /// The present exposure time and gain.
    public private(set) var time: Int64
    public private(set) var gain: Int64?
    /// Both as the camera had them before.
    private let earlier: (time: Int64, gain: Int64?)
    /// The photographer's compensation, in stops.
    public var compensation = 0.0
    private var notBefore: MonotonicTime?

    /// - Parameter frameInterval: no exposure is longer.
    /// - Returns: nil if the camera has no exposure time to set, or no way back to its own exposure.
    public init?(_ readings: [ControlReading], frameInterval: Duration) {
        let dials = Dial.all(from: readings)
        guard let shutter = dials.first(where: { $0.kind == .shutter }), let automatic = shutter.automatic
        else {
            return nil
        }
        let gain = dials.first { $0.kind == .gain }
        self.automatic = automatic
        // Exposure times are in 100 µs.
        let longest = max(shutter.range.lowerBound, Int64(min(1e9, frameInterval / .microseconds(100))))
        times = shutter.range.lowerBound...min(shutter.range.upperBound, longest)
        gains = gain?.range
        gainStep = gain?.step ?? 1
        time = shutter.value ?? shutter.defaultValue
        self.gain = gain.map { $0.value ?? $0.defaultValue }
        earlier = (time, self.gain)
    }

    /// The writes that take exposure over from the camera without changing the picture.
    public var beginning: [ControlWrite] {
        [ControlWrite(automatic.control, automatic.manual), ControlWrite(.exposureTime, time)]
            + (gain.map { [ControlWrite(.gain, $0)] } ?? [])
    }

    /// The writes that return it: what was changed, while that is still writable, and then the switch. A camera's own
    /// exposure leaves the gain where it is, so that a raised one would burn out every later picture.
    public var ending: [ControlWrite] {
        (time == earlier.time ? [] : [ControlWrite(.exposureTime, earlier.time)])
            + [raisedGain, ControlWrite(automatic.control, automatic.automatic)].compactMap(\.self)
    }

    /// The write that undoes the change of the gain alone; nil if there is none.
    public var raisedGain: ControlWrite? {
        gain == earlier.gain ? nil : earlier.gain.map { ControlWrite(.gain, $0) }
    }

    /// Processes the spot's brightness and returns what to write; mostly nothing.
    ///
    /// - Parameter brightness: mean luma, 0 black…255 white.
    public mutating func take(brightness: Double, at now: MonotonicTime) -> [ControlWrite] {
        if let notBefore, now < notBefore { return [] }
        let luma = min(250, max(4, brightness))
        let wanted = pow(Self.middleGrey / luma, Self.gamma) * exp2(compensation)
        guard wanted > Self.tolerance || wanted < 1 / Self.tolerance else { return [] }
        let factor = min(Self.largestStep, max(1 / Self.largestStep, wanted))
        let writes = brighten(by: factor)
        if !writes.isEmpty { notBefore = now + Self.delay }
        return writes
    }

    /// Makes the picture lighter or darker at once, and keeps it so.
    ///
    /// - Parameter stops: how much lighter than without compensation.
    public mutating func compensate(_ stops: Double) -> [ControlWrite] {
        let change = stops - compensation
        compensation = stops
        return change == 0 ? [] : brighten(by: exp2(change))
    }

    /// Notes the value that the camera really took.
    public mutating func note(_ write: ControlWrite) {
        if write.control == .exposureTime { time = write.value }
        if write.control == .gain { gain = write.value }
    }

    private mutating func brighten(by factor: Double) -> [ControlWrite] {
        // Less light: gain first, which was raised for lack of time.
        if factor < 1, let write = changeGain(by: factor) { return [write] }
        let next = min(
            times.upperBound, max(times.lowerBound, Int64((Double(max(1, time)) * factor).rounded())))
        if next != time {
            time = next
            return [ControlWrite(.exposureTime, next)]
        }
        return (factor > 1 ? changeGain(by: factor) : nil).map { [$0] } ?? []
    }

    /// A sixteenth of the range per stop, which is less than cameras need: it takes several steps but never
    /// oscillates.
    private mutating func changeGain(by factor: Double) -> ControlWrite? {
        guard let gains, let gain else { return nil }
        let share = log2(factor) / 16
        var change = Int64((share * Double(gains.upperBound - gains.lowerBound)).rounded())
        if abs(change) < gainStep { change = factor > 1 ? gainStep : -gainStep }
        let next = min(gains.upperBound, max(gains.lowerBound, gain + change))
        guard next != gain else { return nil }
        self.gain = next
        return ControlWrite(.gain, next)
    }
}
