// SPDX-License-Identifier: GPL-3.0-or-later
/// Examines motion JPEG frames without decoding them.
enum MotionJPEG {
    /// Trailing zeros that are skipped; drivers round up to a page or a USB packet.
    private static let longestPadding = 64 << 10
    /// Junk that some cameras put after the image, in bytes.
    private static let longestJunk = 1 << 10

    /// Whether the end-of-image marker is missing: the frame was cut off.
    ///
    /// Looks from the end, past zeros and then past a little junk. The two bytes can't occur within the coded
    /// picture: there an FF is always followed by 00 or a restart marker.
    ///
    /// - Parameter isLengthKnown: false if the driver just gave the size of its buffer, so that anything may follow
    ///   the image; then the marker counts wherever it is.
    static func isTruncated(_ bytes: UnsafeRawBufferPointer, isLengthKnown: Bool = true) -> Bool {
        var end = bytes.count
        let paddingLimit = isLengthKnown ? max(0, end - longestPadding) : 0
        while end > paddingLimit, bytes[end - 1] == 0 { end -= 1 }
        let junkLimit = isLengthKnown ? max(1, end - longestJunk) : 1
        while end > junkLimit {
            if bytes[end - 1] == 0xd9, bytes[end - 2] == 0xff { return false }
            end -= 1
        }
        return true
    }
}
