// SPDX-License-Identifier: GPL-3.0-or-later
/// Notices light that blinks, and which pictures are without it: an infrared camera's lamp lights every second picture, or one
/// or two of three.
///
/// Of such a camera only the lit pictures are seen and photographed; its frames stay what they are for videos and bursts. A
/// value; wants pictures that follow each other.
public struct BlinkWatch: Sendable {
    /// An unlit picture is darker than the last lit one by more than this, of full scale, and less than this share of it.
    private static let leastDifference = 0.05
    private static let largestShare = 0.7
    /// What changes only after more pictures than these in a row does not blink.
    private static let longestRun = 4
    /// And what changes more slowly is no lamp of a camera: a sign, a hand before the lens.
    private static let longestTime: Duration = .milliseconds(400)
    /// So often it has become light again.
    private static let leastCount = 3

    /// Of the last lit picture.
    private var lit: Double?
    private var isDark = false
    /// Pictures since the last change.
    private var run = 0
    private var changedAt: MonotonicTime?
    private var count = 0
    private var isSlow = false

    public init() {}

    /// Whether the last picture is one without the light that blinks.
    public var isUnlit: Bool { isDark && count >= Self.leastCount }

    /// Whether it is known only after the next picture that nothing blinks.
    public var isUndecided: Bool { run <= Self.longestRun && !isSlow }

    /// - Parameters:
    ///   - brightness: the picture's mean, 0…1.
    ///   - now: when it came.
    public mutating func note(_ brightness: Double, at now: MonotonicTime) {
        let before = lit ?? brightness
        let wasDark = isDark
        isDark = Self.isMuch(before, above: brightness)
        let isChange = isDark != wasDark || Self.isMuch(brightness, above: before)
        run = isChange ? 1 : run + 1
        if isChange || changedAt == nil { changedAt = now }
        isSlow = changedAt.map { now - $0 > Self.longestTime } ?? false
        if wasDark, !isDark { count += 1 }
        if !isUndecided { (isDark, count) = (false, 0) }
        if !isDark { lit = brightness }
    }

    private static func isMuch(_ bright: Double, above dark: Double) -> Bool {
        bright - dark > leastDifference && dark < largestShare * bright
    }
}
