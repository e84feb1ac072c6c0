// SPDX-License-Identifier: GPL-3.0-or-later
/// What has to be done to a frame's lines before it is the picture that was in front of the camera.
public struct FrameArrangement: Hashable, Sendable {
    /// Which of a picture's lines a frame has, and in which order. Analog video is two fields a picture: the one with the
    /// first line is the top field.
    public enum Lines: Hashable, Sendable {
        /// All, from top to bottom; the two fields of interlaced video lie between each other's lines.
        case inOrder
        /// The lines of the top field, and then those of the bottom field; or the other way round.
        case topFieldFirst, bottomFieldFirst
        /// Half of them: the other field is the next frame, or never comes.
        case topFieldOnly, bottomFieldOnly
    }

    public var lines: Lines
    /// How it has to be turned.
    public var orientation: PhotoOrientation

    public init(lines: Lines = .inOrder, orientation: PhotoOrientation = .upright) {
        (self.lines, self.orientation) = (lines, orientation)
    }

    /// Nothing.
    public static let plain = FrameArrangement()

    /// The picture's size.
    public func applied(to size: PixelSize) -> PixelSize {
        let isHalf = lines == .topFieldOnly || lines == .bottomFieldOnly
        return orientation.applied(
            to: PixelSize(width: size.width, height: isHalf ? 2 * size.height : size.height))
    }
}
