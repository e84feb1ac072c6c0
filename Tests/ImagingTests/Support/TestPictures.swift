// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging

extension Picture {
    /// The colour of a pixel.
    func color(_ x: Int, _ y: Int) -> RGB {
        let pixel = pixels.unsafelyUnwrapped.advanced(by: y * stride + x * 4).assumingMemoryBound(
            to: UInt8.self)
        return RGB(red: Double(pixel[2]), green: Double(pixel[1]), blue: Double(pixel[0]))
    }

    /// How far the pixel furthest from the test image is from it.
    func distance(toTestImage isGrey: Bool = false) -> Double {
        let image = TestImage(size: size)
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                var expected = image.pixel(isMirrored ? size.width - 1 - x : x, y)
                if isGrey {
                    let luma = ReferenceColor(color: .jpeg).components(expected).y
                    expected = RGB(red: luma, green: luma, blue: luma)
                }
                worst = max(worst, color(x, y).distance(to: expected))
            }
        }
        return worst
    }
}

/// Renders once, with everything fresh.
func render(
    _ frame: Frame, view: PixelSize, isMirrored: Bool = false
) throws(ImagingError) -> Picture {
    try FrameRenderer().render(
        frame, for: ViewfinderTarget(view: view, isMirrored: isMirrored), pool: PicturePool())
}
