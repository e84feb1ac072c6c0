// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Notices when the picture's brightness has stopped changing.
///
/// How many frames that takes differs from camera to camera, so brightness decides, not a count (docs/cameras.md,
/// "Streaming"). A black picture has not settled: light may still come. One whose light blinks, as infrared cameras' does, has
/// settled when it is as bright as two pictures before; then the brighter ones count.
struct Settling {
    /// A smaller change, as a fraction of full scale, counts as none.
    private static let tolerance = 0.012
    /// This many pictures in a row without change, or this many blinks.
    private static let count = 3
    private static let blinks = 6
    /// A black picture may change for this long after the first.
    static let lightLimit: Duration = .seconds(5)

    private var last: Double?
    private var lastButOne: Double?
    private var calm = 0
    private var blinking = 0

    /// - Returns: whether this picture and the ones before it are equally bright.
    mutating func isSettled(after look: PictureLook) -> Bool {
        let brightness = look.brightness
        func equals(_ other: Double?) -> Bool { other.map { abs($0 - brightness) < Self.tolerance } ?? false }
        calm = equals(last) ? calm + 1 : 0
        blinking = equals(lastButOne) && !equals(last) ? blinking + 1 : 0
        let before = last
        (lastButOne, last) = (last, brightness)
        guard !look.isBlack else { return false }
        return calm >= Self.count || blinking >= Self.blinks && brightness > before ?? 0
    }
}
