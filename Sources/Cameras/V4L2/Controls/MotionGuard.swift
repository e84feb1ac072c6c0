// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import CaptureCore
internal import Glibc

/// A process beside this one that stops what a camera moves, should this one end before it could: a camera that is told to
/// turn goes on for ever.
///
/// It is there only while something moves. On the lane's thread.
public final class MotionGuard {
    private let channel: Int32
    private let process: pid_t

    /// - Parameters: an open device of V4L2, which the process shares, and its path.
    /// - Returns: nil if there can be none: the camera then moves all the same.
    init?(device: Int32, path: String) {
        var process: pid_t = 0
        channel = tt_guard_start(device, path, &process)
        self.process = process
        guard channel >= 0 else { return nil }
    }

    deinit { if channel >= 0 { tt_guard_end(channel, process) } }

    /// Whether a control is to be set to `rest` when this process ends.
    func watch(_ control: ControlID, rest: Int64, moves: Bool) {
        _ = tt_guard_tell(channel, control.rawValue, Int32(clamping: rest), moves)
    }
}
