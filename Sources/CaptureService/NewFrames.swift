// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Tells new frames from old ones that are delivered again.
///
/// A virtual camera whose program has gone gives its last frame to each program that opens it, or repeats it at the usual rate; a
/// camera that hangs may do so too. Such a frame is no sign of life, so a stream that was restarted has proved itself
/// only after several new ones. Damaged ones prove less, but may be all that a camera ever sends.
struct NewFrames {
    private static let wholeProof = 3
    private static let damagedProof = 15

    private struct Mark: Equatable {
        let sequence: UInt32
        let time: MonotonicTime
    }

    private var camera: CameraID?
    /// The camera's last frame, of this stream or the one before: a new stream can begin with it.
    private var last: Mark?
    private var count = 0
    private var wholeCount = 0

    /// Whether the present stream works.
    var areProof: Bool { wholeCount >= Self.wholeProof || count >= Self.damagedProof }

    mutating func streamBegins(on camera: CameraID) {
        if camera != self.camera { last = nil }
        self.camera = camera
        (count, wholeCount) = (0, 0)
    }

    /// - Returns: whether the frame is new. One without a time of its source always is: its number alone does not tell,
    ///   as streams count from zero.
    mutating func note(_ frame: Frame) -> Bool {
        let mark = frame.sourceTime.map { Mark(sequence: frame.sequence, time: $0) }
        if let mark, mark == last { return false }
        last = mark
        count += 1
        if !frame.isDamaged { wholeCount += 1 }
        return true
    }
}
