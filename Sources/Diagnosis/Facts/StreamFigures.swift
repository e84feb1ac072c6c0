// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// How well a stream runs.
public struct StreamFigures: Equatable, Sendable {
    public var stream: StreamDescription
    public var frames = 0
    /// How many of those were flawed.
    public var damaged = 0
    /// How many the driver lost, by its own count.
    public var lost = 0
    /// From the first frame to the last.
    public var span: Duration = .zero
    /// The longest time without a frame, from the first frame on.
    public var longestGap: Duration = .zero
    /// What is wrong with what the pictures show.
    public var trouble: PictureTrouble?

    public init(stream: StreamDescription) { self.stream = stream }

    /// Frames a second; nil for fewer than two frames.
    public var rate: Double? {
        guard frames > 1, span > .zero else { return nil }
        return Double(frames - 1) / (span / .seconds(1))
    }
}

/// Counts the frames of a stream. Allocates nothing: for each frame it compares and adds.
public struct StreamTally: Sendable {
    private var counted: StreamFigures?
    private var first: MonotonicTime?
    private var last: MonotonicTime?
    private var lastSequence: UInt32 = 0
    /// A larger gap is not lost frames, but a driver that restarts its count.
    private static let maximumLost: UInt32 = 1000

    public init() {}

    /// A stream begins.
    public mutating func begin(_ stream: StreamDescription) {
        self = StreamTally()
        counted = StreamFigures(stream: stream)
    }

    public mutating func note(sequence: UInt32, arrival: MonotonicTime, isDamaged: Bool) {
        guard var figures = counted else { return }
        figures.frames += 1
        if isDamaged { figures.damaged += 1 }
        if let first, let last {
            let skipped = sequence &- lastSequence &- 1
            if skipped < Self.maximumLost { figures.lost += Int(skipped) }
            figures.span = arrival - first
            figures.longestGap = max(figures.longestGap, arrival - last)
        } else {
            first = arrival
        }
        last = arrival
        lastSequence = sequence
        counted = figures
    }

    /// The last frame had no whole picture in it although the driver had no complaint.
    public mutating func noteUnreadable() { counted?.damaged += 1 }

    /// - Parameter now: the end; the time since the last frame counts as a gap too.
    /// - Returns: nil if no stream began.
    public func figures(at now: MonotonicTime) -> StreamFigures? {
        guard var figures = counted else { return nil }
        if let last { figures.longestGap = max(figures.longestGap, now - last) }
        return figures
    }
}
