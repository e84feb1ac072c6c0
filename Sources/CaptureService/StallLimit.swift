// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore

/// How long a stream may be without a picture before it counts as stalled (docs/cameras.md, "Streaming").
///
/// Slow streams and long exposures take their time: restarting them would make the camera automatic, and the photographer's
/// exposure would restart them again.
struct StallLimit {
    /// For streams whose next picture is due at any moment.
    private static let usual: Duration = .seconds(2)
    /// No rate counts as slower than that: drivers state nonsense, too.
    private static let longestForRate: Duration = .seconds(60)

    private let usual: Duration
    /// The longest limit of late, and when it was needed last.
    private var present: (limit: Duration, at: MonotonicTime)?

    /// - Parameters:
    ///   - rate: the stream's; nil if it is not known.
    ///   - usual: the limit for a stream with many pictures a second.
    init(rate: FrameRate? = nil, usual: Duration = Self.usual) {
        let ofRate = rate.map { min($0.interval * 3, Self.longestForRate) } ?? .zero
        self.usual = max(usual, ofRate)
    }

    /// The limit for pictures that the camera exposes by itself.
    var ofAutomatic: Duration { usual }

    /// The limit now. Call it often: after a long exposure it stays long for as long as a picture may still be exposed that way.
    ///
    /// - Parameter exposure: set by hand; nil where the camera decides.
    mutating func limit(exposure: Duration?, at now: MonotonicTime) -> Duration {
        let needed = max(usual, exposure.map { $0 * 2 + .seconds(1) } ?? .zero)
        if let present, present.limit > needed, now - present.at <= present.limit { return present.limit }
        present = (needed, now)
        return needed
    }
}

/// The exposure time that was set by hand.
struct ManualExposure {
    /// The values of the exposure menu in which the camera chooses the time: automatic and aperture priority.
    static let automaticModes: Set<Int64> = [0, 3]
    /// The unit of `ControlID.exposureTime`.
    static let unit: Duration = .microseconds(100)

    private var mode: Int64?
    private var value: Int64?

    /// nil where the camera decides, and where nothing is known.
    var time: Duration? {
        guard let value, value > 0, mode.map({ !Self.automaticModes.contains($0) }) ?? true else {
            return nil
        }
        return Self.unit * Double(value)
    }

    /// The control has this value, written here or read.
    mutating func note(_ value: Int64, of control: ControlID) {
        if control == .exposureMode { mode = value }
        if control == .exposureTime { self.value = value }
    }
}
