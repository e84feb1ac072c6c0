// SPDX-License-Identifier: GPL-3.0-or-later
/// How fast time goes in a video.
public enum RecordingPace: Hashable, Sendable {
    case normal
    /// One picture of each interval is kept, and 30 of them are shown a second.
    case timeLapse(every: Duration)
    /// The pictures of a camera with this rate are shown 30 a second.
    case slowMotion(FrameRate)

    /// The intervals to choose from.
    public static let intervals: [Duration] = [
        .milliseconds(500), .seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(30), .seconds(60),
        .seconds(300), .seconds(600),
    ]
    /// The lowest camera rate for which slow motion is offered.
    public static let fastRate = FrameRate(50)
    /// Pictures shown per second.
    fileprivate static let shownRate: Int64 = 30

    /// Sound is recorded at normal speed only.
    public var hasSound: Bool { self == .normal }
}

/// Chooses the pictures of a recording and when each is shown. A value without I/O and without a clock.
public struct PacedPictures: Sendable {
    private let pace: RecordingPace
    /// The interval of the last picture that was kept.
    private var last: Int64 = -1

    public init(_ pace: RecordingPace) { self.pace = pace }

    /// How long each picture is shown; nil if that is until the next one.
    public var length: Duration? {
        if case .timeLapse = pace { Self.time(1) } else { nil }
    }

    /// - Parameter time: when a picture was captured since the beginning, later than the one before.
    /// - Returns: when it is shown; nil if it is left out.
    public mutating func place(_ time: Duration) -> Duration? {
        switch pace {
        case .normal: return time
        case .slowMotion(let rate): return Self.slowed(time, rate)
        case .timeLapse(let interval):
            // After a gap in the camera's frames the intervals in it are skipped.
            let number = Int64((time / interval).rounded(.down))
            guard number > last else { return nil }
            last = number
            return Self.time(number)
        }
    }

    /// The length of the video after recording for this long.
    public func length(of time: Duration) -> Duration {
        switch pace {
        case .normal: time
        case .slowMotion(let rate): Self.slowed(time, rate)
        case .timeLapse: Self.time(last + 1)
        }
    }

    private static func time(_ number: Int64) -> Duration {
        .nanoseconds(number * 1_000_000_000 / RecordingPace.shownRate)
    }

    private static func slowed(_ time: Duration, _ rate: FrameRate) -> Duration {
        // Never faster than real time.
        max(time, time * (rate.framesPerSecond / Double(RecordingPace.shownRate)))
    }
}
