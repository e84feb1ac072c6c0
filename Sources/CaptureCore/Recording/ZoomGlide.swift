// SPDX-License-Identifier: GPL-3.0-or-later
/// The part of each frame that a video shows while the person zooms: sudden changes become smooth. A value without I/O
/// and without a clock.
public struct ZoomGlide: Sendable {
    private struct Part: Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        init(_ rect: PixelRect) {
            (x, y) = (Double(rect.x), Double(rect.y))
            (width, height) = (Double(rect.width), Double(rect.height))
        }
    }

    /// After this time half of a change is left: at 30 pictures a second each goes a third of the way.
    private static let half: Duration = .milliseconds(66)
    /// Within this distance it jumps to the goal; pixels.
    private static let near = 2.0

    private var now: Part
    private var goal: PixelRect
    private var last: MonotonicTime?

    /// - Parameter portion: of the first picture.
    public init(_ portion: PixelRect) { (now, goal) = (Part(portion), portion) }

    /// Sets the part that is wanted from the next picture on.
    public mutating func aim(at portion: PixelRect) { goal = portion }

    /// The part of the frame that was captured at this time; frames come in their order.
    ///
    /// On the way it begins and ends on multiples of four columns and two lines, as `Framing.portion` does.
    public mutating func portion(at time: MonotonicTime) -> PixelRect {
        let passed = last.map { max(.zero, time - $0) } ?? .zero
        last = time
        let share = passed / (passed + Self.half)
        let wanted = Part(goal)
        var distance = 0.0
        for side in [\Part.x, \.y, \.width, \.height] {
            now[keyPath: side] += (wanted[keyPath: side] - now[keyPath: side]) * share
            distance = max(distance, abs(wanted[keyPath: side] - now[keyPath: side]))
        }
        if distance <= Self.near {
            now = wanted
            return goal
        }
        return PixelRect(
            x: Int(now.x) & ~3, y: Int(now.y) & ~1, width: max(4, Int(now.width) & ~3),
            height: max(2, Int(now.height) & ~1))
    }
}
