// SPDX-License-Identifier: GPL-3.0-or-later
/// The next piece of a recording's sound.
public enum SoundSegment: Equatable, Sendable {
    /// The number of silent samples of each channel.
    case silence(Int)
    /// These samples of the block, counted in each channel.
    case samples(Range<Int>)
}

/// Where a picture is in a recording.
public struct PictureTiming: Equatable, Sendable {
    /// Since the beginning.
    public let time: Duration
    /// How long the picture before it is shown; nil for the first.
    public let lengthOfLast: Duration?

    public init(time: Duration, lengthOfLast: Duration?) {
        (self.time, self.lengthOfLast) = (time, lengthOfLast)
    }
}

/// Assigns pictures and sound samples to moments of a recording.
///
/// The sound is the master: it is written without gaps, sample by sample, and its count is the recording's time. The
/// sound's clock maps a picture's capture time to the sample captured with it, so that the difference between the clocks
/// goes into the pictures' lengths. Without sound the machine's clock counts.
///
///     position  ──────0──────────p▒▒▒▒▒▒r────────▶   samples since the beginning, by the sound's clock
///     time            0──────────pr────────▶         the same without what was paused
///
/// A pause is a pair of positions, the same for both tracks, in whole samples: no number of pauses adds an error. A value
/// without I/O and without a clock.
public struct RecordingTimeline: Sendable {
    /// From a pause to its end; the end is `Int64.max` while it lasts.
    private struct Cut: Sendable {
        var begin: Int64
        var end: Int64
    }

    /// Pictures are at least this far apart.
    private static let minimumLength: Duration = .milliseconds(1)

    /// When time 0 was captured.
    public let start: MonotonicTime
    /// Positions a second: the sound's rate, or nanoseconds.
    private let rate: Int
    private let hasSound: Bool
    private var clock: SoundClock
    /// The position of the sound's next sample; nil if the next block's time decides it.
    private var incoming: Int64?
    /// The sound up to this position is written, or left out in a pause.
    private var decided: Int64 = 0
    /// Samples in the recording.
    public private(set) var soundCount: Int64 = 0
    private var cuts: [Cut] = []
    private var lastCapture: MonotonicTime?
    private var lastTime: Duration?

    /// - Parameters:
    ///   - start: the capture time of the first picture, the one on the screen at the press.
    ///   - soundRate: samples a second; nil for a recording without sound.
    public init(start: MonotonicTime, soundRate: Int?) {
        self.start = start
        hasSound = soundRate != nil
        rate = soundRate ?? 1_000_000_000
        clock = SoundClock(rate: rate)
    }

    // MARK: Sound

    /// Takes a block of sound, in its order.
    ///
    /// - Parameters:
    ///   - count: its samples, of each channel.
    ///   - time: when its first sample was captured.
    ///   - write: called with what to write, in order. Sound before the start, in a pause or already written is left out;
    ///     a gap before the block becomes silence.
    public mutating func addSound(_ count: Int, at time: MonotonicTime, _ write: (SoundSegment) -> Void) {
        guard hasSound, count > 0 else { return }
        var begin = incoming ?? position(at: time)
        if incoming == nil { clock.reset() }
        if case .jumped(let distance) = clock.add(position: begin, at: time) {
            // The source lost or repeated samples without reporting it.
            begin += Int64((seconds(distance) * Double(rate)).rounded())
            clock.reset()
            _ = clock.add(position: begin, at: time)
        }
        let end = begin + Int64(count)
        incoming = end
        writeSilence(to: begin, write)
        writeKept(from: max(begin, decided), to: end) { range in
            write(.samples(Int(range.lowerBound - begin)..<Int(range.upperBound - begin)))
        }
    }

    /// Samples were lost, and the source says how many: they become silence.
    public mutating func addHole(_ count: Int, _ write: (SoundSegment) -> Void) {
        guard let begin = incoming, count > 0 else { return }
        incoming = begin + Int64(count)
        writeSilence(to: begin + Int64(count), write)
    }

    /// The source has ended. Its clock goes on; later sound is placed by its times.
    public mutating func endSound() { incoming = nil }

    /// Fills the sound with silence up to a moment, e.g. while a microphone opens and after one has ended. Sound that
    /// was captured before it and comes later is left out.
    public mutating func fillSound(to time: MonotonicTime, _ write: (SoundSegment) -> Void) {
        if hasSound { writeSilence(to: position(at: time), write) }
    }

    private mutating func writeSilence(to end: Int64, _ write: (SoundSegment) -> Void) {
        writeKept(from: decided, to: end) { write(.silence($0.count)) }
    }

    /// Calls `write` with the parts of a range that are not paused.
    private mutating func writeKept(from begin: Int64, to end: Int64, _ write: (Range<Int64>) -> Void) {
        guard begin < end else { return }
        decided = max(decided, end)
        var begin = max(begin, 0)
        // Earlier cuts end before the range.
        let first = cuts.lastIndex { $0.end <= begin }.map { $0 + 1 } ?? 0
        for cut in cuts[first...] where cut.begin < end {
            keep(begin, cut.begin, write)
            begin = max(begin, cut.end)
        }
        keep(begin, end, write)
    }

    private mutating func keep(_ begin: Int64, _ end: Int64, _ write: (Range<Int64>) -> Void) {
        guard begin < end else { return }
        soundCount += end - begin
        write(begin..<end)
    }

    // MARK: Pictures

    /// Takes a picture, in the order in which they were captured.
    ///
    /// - Returns: nil if it does not belong into the recording: it precedes the start, lies in a pause, or repeats the
    ///   one before.
    public mutating func addPicture(capturedAt capture: MonotonicTime) -> PictureTiming? {
        if let lastCapture, capture <= lastCapture { return nil }
        guard capture >= start, var time = time(at: position(at: capture)) else { return nil }
        // The one that was on the screen at the press begins the recording.
        if lastTime == nil, lastCapture == nil, capture == start { time = .zero }
        lastCapture = capture
        defer { lastTime = time }
        guard let lastTime else { return PictureTiming(time: time, lengthOfLast: nil) }
        // A corrected clock may place it before the previous picture.
        time = max(time, lastTime + Self.minimumLength)
        return PictureTiming(time: time, lengthOfLast: time - lastTime)
    }

    // MARK: Pauses

    public var isPaused: Bool { cuts.last?.end == .max }

    /// Leaves out everything captured from this moment on.
    public mutating func pause(at time: MonotonicTime) {
        guard !isPaused else { return }
        let earliest = max(cuts.last?.end ?? 0, hasSound ? decided : 0)
        cuts.append(Cut(begin: max(position(at: time), earliest), end: .max))
    }

    /// Continues with everything captured from this moment on.
    public mutating func resume(at time: MonotonicTime) {
        guard isPaused, let cut = cuts.last else { return }
        cuts[cuts.count - 1].end = max(position(at: time), cut.begin, hasSound ? decided : 0)
    }

    /// Ends the recording there: nothing captured later belongs to it. While paused, it ends with the pause's beginning.
    ///
    /// - Parameter write: as in `addSound`: the sound is filled up to there.
    /// - Returns: how long it is, and how long its last picture.
    public mutating func end(
        at time: MonotonicTime, _ write: (SoundSegment) -> Void
    ) -> (length: Duration, lengthOfLast: Duration) {
        pause(at: time)
        let end = cuts.last?.begin ?? 0
        if hasSound { writeSilence(to: end, write) }
        var length = self.time(beforeCutAt: end)
        guard let lastTime else { return (length, .zero) }
        length = max(length, lastTime + Self.minimumLength)
        return (length, length - lastTime)
    }

    /// The recording's length if it ended at this moment.
    public func length(at time: MonotonicTime) -> Duration {
        let position = position(at: time)
        return self.time(at: position) ?? self.time(beforeCutAt: cut(around: position)?.begin ?? position)
    }

    // MARK: Positions

    private func position(at time: MonotonicTime) -> Int64 {
        let passed = time.nanoseconds - start.nanoseconds
        guard hasSound else { return passed }
        // Before the first sound, the nominal rate is assumed.
        return clock.position(at: time) ?? Int64((Double(passed) * Double(rate) / 1e9).rounded())
    }

    private func cut(around position: Int64) -> Cut? {
        cuts.last { $0.begin <= position && position < $0.end }
    }

    /// nil in a pause.
    private func time(at position: Int64) -> Duration? {
        cut(around: position) == nil ? time(beforeCutAt: position) : nil
    }

    /// The time of a position that is in no pause, or at the beginning of one.
    private func time(beforeCutAt position: Int64) -> Duration {
        var count = max(position, 0)
        for cut in cuts where cut.end <= position { count -= cut.end - cut.begin }
        let (whole, rest) = count.quotientAndRemainder(dividingBy: Int64(rate))
        return .seconds(whole) + .nanoseconds(rest * 1_000_000_000 / Int64(rate))
    }

    private func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
