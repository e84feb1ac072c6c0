// SPDX-License-Identifier: GPL-3.0-or-later
/// A candidate for the photo.
public struct FrameCandidate: Equatable, Sendable {
    /// When it was captured.
    let time: MonotonicTime
    /// Whether it is neither flagged nor cut short.
    let isWhole: Bool
    /// Greater is sharper, on a scale that only compares frames of one camera; nil if it was not measured.
    let sharpness: Double?

    public init(time: MonotonicTime, isWhole: Bool, sharpness: Double? = nil) {
        self.time = time
        self.isWhole = isWhole
        self.sharpness = sharpness
    }
}

/// Decides which frame of the ring a press saves.
public enum FrameChoice {
    /// How far in time a whole frame may be from the seen one to replace it.
    private static let wholeReach: Duration = .milliseconds(100)
    /// How far "Best moment" looks around the press: about as long as a blink of the eye lasts, before and after.
    public static let bestReach: Duration = .milliseconds(300)

    /// The frame that was seen, or its nearest whole neighbour if it is damaged.
    ///
    /// - Parameters:
    ///   - seen: the index of the frame that was on the screen at the press.
    ///   - ring: in any order.
    /// - Returns: an index; `seen` if nothing whole is near enough: a flawed photo is better than none. Of two
    ///   neighbours that are equally near, the later: the press came after what was seen.
    public static func whole(seen: Int, in ring: [FrameCandidate]) -> Int {
        guard ring.indices.contains(seen), !ring[seen].isWhole else { return seen }
        let near = candidates(around: seen, in: ring, within: wholeReach)
        return near.min { isNearer($0, $1, to: seen, in: ring) } ?? seen
    }

    /// The sharpest whole frame around the press, for "Best moment".
    ///
    /// - Returns: an index; as `whole` if no frame's sharpness is known. Of equally sharp ones the nearest.
    public static func sharpest(seen: Int, in ring: [FrameCandidate]) -> Int {
        guard ring.indices.contains(seen) else { return seen }
        let known = candidates(around: seen, in: ring, within: bestReach).filter { isKnown(ring[$0]) }
        guard let most = known.compactMap({ ring[$0].sharpness }).max() else {
            return whole(seen: seen, in: ring)
        }
        return known.filter { ring[$0].sharpness == most }.min { isNearer($0, $1, to: seen, in: ring) }
            ?? seen
    }

    /// Whether "Best moment" considers a frame of that time.
    public static func isWithinBestReach(_ time: MonotonicTime, of seen: MonotonicTime) -> Bool {
        (time < seen ? seen - time : time - seen) <= bestReach
    }

    private static func isKnown(_ candidate: FrameCandidate) -> Bool {
        candidate.sharpness.map { $0.isFinite } ?? false
    }

    private static func candidates(
        around seen: Int, in ring: [FrameCandidate], within reach: Duration
    ) -> [Int] {
        ring.indices.filter { ring[$0].isWhole && distance($0, seen, in: ring) <= reach }
    }

    private static func distance(_ index: Int, _ seen: Int, in ring: [FrameCandidate]) -> Duration {
        let (a, b) = (ring[index].time, ring[seen].time)
        return a < b ? b - a : a - b
    }

    private static func isNearer(_ a: Int, _ b: Int, to seen: Int, in ring: [FrameCandidate]) -> Bool {
        let (left, right) = (distance(a, seen, in: ring), distance(b, seen, in: ring))
        return left == right ? ring[b].time < ring[a].time : left < right
    }
}
