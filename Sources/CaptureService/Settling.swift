// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Notices when the picture's brightness has stopped changing.
///
/// How many frames that takes differs from camera to camera, so brightness decides, not a count (docs/cameras.md,
/// "Streaming"). A black picture has not settled: light may still come. Where the light blinks, wants the lit pictures.
struct Settling {
    /// A smaller change, as a fraction of full scale, counts as none.
    private static let tolerance = 0.012
    /// This many pictures in a row without change.
    private static let count = 3
    /// A black picture may change for this long after the first.
    static let lightLimit: Duration = .seconds(5)

    private var last: Double?
    private var calm = 0

    /// - Returns: whether this picture and the ones before it are equally bright.
    mutating func isSettled(after look: PictureLook) -> Bool {
        let isCalm = last.map { abs($0 - look.brightness) < Self.tolerance } ?? false
        calm = isCalm ? calm + 1 : 0
        last = look.brightness
        return calm >= Self.count && !look.isBlack
    }
}
