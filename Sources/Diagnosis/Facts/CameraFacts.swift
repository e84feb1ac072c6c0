public import CaptureCore

/// A camera, and what came of looking at it.
public struct CameraFacts: Equatable, Sendable {
    public var name: String
    /// Empty for cameras without one.
    public var node: String
    public var user: CameraUser
    public var exam: CameraExam

    public init(name: String, node: String, user: CameraUser, exam: CameraExam) {
        self.name = name
        self.node = node
        self.user = user
        self.exam = exam
    }
}

/// Which program has a camera open.
public enum CameraUser: Equatable, Sendable {
    case nobody
    /// This very program.
    case ourselves
    /// Another Tintype.
    case tintype
    case program(String)
}

/// What came of opening a camera and streaming from it.
public enum CameraExam: Equatable, Sendable {
    /// Without permission no camera is touched.
    case notAllowed
    /// It streams to our own window already; these are the figures of that stream.
    case ours(StreamFigures)
    /// Another Tintype has it, which is not disturbed.
    case leftAlone
    case notOpened(CameraError)
    case opened(OfferFacts, StreamTrial)
    /// The driver did not come back in time.
    case hung
    /// Given up half-way, because the camera had to be closed.
    case recalled
}

/// What a camera lists.
public struct OfferFacts: Equatable, Sendable {
    /// Modes that can be shown.
    public var usable: Int
    /// The formats it lists, in its own order.
    public var formats: [PixelFormat]
    /// The mode that would be used.
    public var best: CaptureMode?

    public init(usable: Int, formats: [PixelFormat], best: CaptureMode?) {
        self.usable = usable
        self.formats = formats
        self.best = best
    }

    /// Whether it knows no colours, as infrared sensors do.
    public var isGrey: Bool { best?.format == .grey }
}

/// What came of streaming for a moment.
public enum StreamTrial: Equatable, Sendable {
    case ran(StreamFigures)
    /// It did not start, or broke off.
    case failed(CameraError)
}
