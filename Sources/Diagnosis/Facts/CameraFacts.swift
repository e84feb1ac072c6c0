// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// A camera and the result of examining it.
public struct CameraFacts: Equatable, Sendable {
    var name: String
    /// Empty for cameras without one.
    var node: String
    var position: CameraInfo.Position
    var user: CameraUser
    var exam: CameraExam

    public init(
        name: String, node: String, position: CameraInfo.Position = .external, user: CameraUser,
        exam: CameraExam
    ) {
        self.name = name
        self.node = node
        self.position = position
        self.user = user
        self.exam = exam
    }
}

/// The program that has a camera open.
public enum CameraUser: Equatable, Sendable {
    case noProgram
    /// This program.
    case ourselves
    /// Another Tintype.
    case tintype
    case program(String)
    /// PipeWire, for programs that share it.
    case sharing
}

/// The result of opening a camera and streaming from it.
public enum CameraExam: Equatable, Sendable {
    /// Without permission no camera is touched.
    case notAllowed
    /// It streams to this program's window; these are the figures of that stream.
    case ours(StreamFigures)
    /// Another Tintype uses it and is not disturbed.
    case leftAlone
    case notOpened(CameraError)
    case opened(OfferFacts, StreamTrial)
    /// The driver did not return in time.
    case hung
    /// Ended early, because the camera had to be closed.
    case recalled
}

/// A camera's list of formats.
public struct OfferFacts: Equatable, Sendable {
    /// Modes that can be shown.
    var usable: Int
    /// The listed formats, in the camera's order.
    var formats: [PixelFormat]
    /// The mode that would be used.
    var best: CaptureMode?

    public init(usable: Int, formats: [PixelFormat], best: CaptureMode?) {
        self.usable = usable
        self.formats = formats
        self.best = best
    }

    /// Whether it has no colour, as infrared sensors do.
    var isGrey: Bool { best?.format == .grey }
}

/// The result of a short stream.
public enum StreamTrial: Equatable, Sendable {
    case ran(StreamFigures)
    /// It did not start, or stopped.
    case failed(CameraError)
}
