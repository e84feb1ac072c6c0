// SPDX-License-Identifier: GPL-3.0-or-later
/// A camera with a focus motor and something in front of it, made from a seed.
public struct FocusScene: Sendable {
    public internal(set) var seed: UInt64
    /// The control.
    public internal(set) var lower: Int64 = 0
    public internal(set) var upper: Int64 = 250
    public internal(set) var step: Int64 = 1
    public internal(set) var start: Int64 = 125

    /// Where the thing at the point is sharpest, as a part of the range; nil for nothing to focus on.
    public internal(set) var optimum: Double? = 0.5
    /// Something else in the window: its share, and its optimum.
    var other: (share: Double, optimum: Double)?
    /// Standard deviation of the blur for a lens that is off by the whole range, in pixels.
    var blurAtEnd = 15.0
    /// How far the lens may be off without blur, as a part of the range.
    var depthOfField = 0.0
    /// Beyond this distance, as a part of the range, blur does not grow for `length`.
    var shoulder: (start: Double, length: Double, isFar: Bool)?
    /// Standard deviations of the picture in focus and of each pixel's noise, in luma codes.
    var contrast = 25.0
    var noise = 1.0
    var brightness = 110.0
    /// How much the exposure changes during the search, as a factor.
    var exposureDrift = 1.0

    /// The tolerated distance from the optimum, as a part of the range.
    var tolerance = 0.02

    /// Steps a second.
    var speed = 400.0
    /// Steps.
    var backlash = 0.0
    /// A frame shows the lens as it was this many frames before it arrives.
    var delay = 2.0
    /// Seconds.
    public internal(set) var interval = 1.0 / 30
    /// Seconds that a write takes.
    public internal(set) var writeTime = 0.004

    /// The blur of a thing, in pixels.
    func blur(lens: Double, optimum: Double) -> Double {
        var distance = abs(lens - optimum)
        if let shoulder, (lens < optimum) == shoulder.isFar {
            distance = distance < shoulder.start ? distance : max(shoulder.start, distance - shoulder.length)
        }
        return blurAtEnd * max(0, distance - depthOfField)
    }
}
