// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the picture lies in the viewfinder: whole, undistorted, centred, on whole device pixels.
public struct ViewfinderGeometry: Equatable, Sendable {
    /// The viewfinder in device pixels.
    public let view: PixelSize
    /// The picture in device pixels; empty when either side has nothing to show.
    public let picture: PixelSize
    /// Left and top edge of the picture in device pixels.
    public let left: Int
    public let top: Int

    /// Fits an image of `source` pixels into a view of `view` device pixels.
    public init(source: PixelSize, view: PixelSize) {
        self.view = view
        guard !source.isEmpty, !view.isEmpty else {
            picture = PixelSize(width: 0, height: 0)
            left = 0
            top = 0
            return
        }
        // Compare view.width / source.width with view.height / source.height without dividing.
        let isWidthBound = view.width * source.height <= view.height * source.width
        let width =
            isWidthBound
            ? view.width : max(1, (source.width * view.height + source.height / 2) / source.height)
        let height =
            isWidthBound
            ? max(1, (source.height * view.width + source.width / 2) / source.width) : view.height
        picture = PixelSize(width: width, height: height)
        left = (view.width - width) / 2
        top = (view.height - height) / 2
    }
}
