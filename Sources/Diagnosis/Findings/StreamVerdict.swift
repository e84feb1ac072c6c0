// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// The verdict on a camera's stream.
public enum StreamVerdict: Equatable, Sendable {
    case good(StreamFigures)
    /// It runs in this program's window; judged by that stream's figures.
    case goodHere(StreamFigures)
    /// Fewer frames than the agreed rate.
    case slow(StreamFigures)
    /// Some frames are broken.
    case flawed(StreamFigures)
    /// It stops and continues.
    case uneven(StreamFigures)
    /// Every frame is broken.
    case broken(StreamFigures)
    /// The frames are whole, and show nothing of use.
    case odd(PictureTrouble, StreamFigures)
    /// No frame at all.
    case stalled
    case failed(CameraError)
    case hung
    /// Not tried, and why not.
    case skipped(Reason)

    public enum Reason: String, Sendable {
        case notAllowed = "not-allowed"
        case usedByTintype = "used-by-tintype"
        case recalled
    }

    /// Below this part of the agreed rate a stream is slow.
    private static let minimumRate = 0.8
    /// A camera's first frames may be broken without being shown.
    private static let toleratedDamage = 3
    /// A longer gap is visible as a frozen picture.
    private static let longestGap: Duration = .milliseconds(500)

    /// A shorter stream of the window's own is not judged.
    private static let minimumSpan: Duration = .seconds(1)

    init(_ exam: CameraExam, _ scrubber: Scrubber) {
        self =
            switch exam {
            case .notAllowed: .skipped(.notAllowed)
            case .leftAlone: .skipped(.usedByTintype)
            case .recalled: .skipped(.recalled)
            case .hung: .hung
            case .notOpened(let error), .opened(_, .failed(let error)): Self.failure(error, scrubber)
            // It has just begun; if no picture comes, the session will notice.
            case .ours(let figures) where figures.span < Self.minimumSpan: .goodHere(figures)
            case .ours(let figures):
                switch StreamVerdict(figures) {
                case .good: .goodHere(figures)
                case let other: other
                }
            case .opened(_, .ran(let figures)): StreamVerdict(figures)
            }
    }

    private init(_ figures: StreamFigures) {
        let promised = figures.stream.rate?.framesPerSecond
        let isSlow = promised.map { figures.rate ?? 0 < $0 * Self.minimumRate } ?? false
        self =
            if figures.frames == 0 {
                .stalled
            } else if figures.damaged == figures.frames {
                .broken(figures)
            } else if let trouble = figures.trouble {
                .odd(trouble, figures)
            } else if figures.damaged > Self.toleratedDamage {
                .flawed(figures)
            } else if figures.longestGap > Self.longestGap {
                .uneven(figures)
            } else if isSlow {
                .slow(figures)
            } else {
                .good(figures)
            }
    }

    private static func failure(_ error: CameraError, _ scrubber: Scrubber) -> StreamVerdict {
        var code = error.code
        if code == .stalled { return .stalled }
        if case .busy(let owner?) = code { code = .busy(by: scrubber.scrub(owner)) }
        return .failed(
            CameraError(code, underlying: error.underlying, step: scrubber.scrub(error.step)))
    }

    var verdict: Verdict {
        switch self {
        case .good(let figures): Self.ran(.ok, "good", figures)
        case .goodHere(let figures): Self.ran(.ok, "running", figures)
        case .slow(let figures): Self.ran(.note, "slow", figures)
        case .flawed(let figures): Self.ran(.note, "flawed", figures)
        case .uneven(let figures): Self.ran(.note, "uneven", figures)
        case .broken(let figures): Self.ran(.problem, "broken", figures)
        case .odd(let trouble, let figures):
            Self.ran(trouble == .black ? .problem : .note, trouble.rawValue, figures)
        case .stalled: Verdict("camera-stream", .problem, "stalled")
        case .hung: Verdict("camera-stream", .problem, "hung")
        case .failed(let error):
            // A virtual camera whose program does not run is in order.
            Verdict(
                "camera-stream", error.code == .noSource ? .note : .problem, Self.word(error.code),
                Self.details(error))
        case .skipped(let reason):
            Verdict("camera-stream", reason == .notAllowed ? .note : .ok, reason.rawValue)
        }
    }

    private static func ran(_ status: Finding.Status, _ result: String, _ figures: StreamFigures) -> Verdict {
        let layout = figures.stream.layout
        return Verdict(
            "camera-stream", status, result,
            [
                ("format", .string(layout.format.description)), ("size", .string(layout.size.description)),
                ("promised_rate", figures.stream.rate.map { .number($0.framesPerSecond) } ?? .null),
                ("rate", figures.rate.map { .number(($0 * 10).rounded() / 10) } ?? .null),
                ("frames", .integer(Int64(figures.frames))),
                ("damaged", .integer(Int64(figures.damaged))),
                ("lost", .integer(Int64(figures.lost))),
                ("longest_gap_ms", .integer(figures.longestGap.milliseconds)),
            ])
    }

    private static func details(_ error: CameraError) -> [(name: String, value: JSONValue)] {
        var details: [(name: String, value: JSONValue)] = []
        if case .busy(let owner?) = error.code { details.append(("program", .string(owner))) }
        if let number = error.underlying { details.append(("errno", .integer(Int64(number)))) }
        return details
    }

    private static func word(_ code: CameraError.Code) -> String {
        switch code {
        case .busy: "busy"
        case .gone: "gone"
        case .notAllowed: "may-not-open"
        case .unsupportedFormat: "no-format"
        case .decoderMissing: "no-decoder"
        case .stalled: "stalled"
        case .noSource: "no-source"
        case .noBandwidth: "no-bandwidth"
        case .crashes: "crashes"
        case .controlRefused, .failed: "failed"
        }
    }
}

extension Duration {
    /// Whole milliseconds, for showing.
    var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
