// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
import CaptureCore

/// Scales one plane. Stateless and thread-safe.
enum PlaneScaler {
    /// Scales with a box filter; copies if the size stays.
    static func scale(
        _ plane: Plane, to base: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize
    ) {
        ScalePlane(
            plane.base, Int32(size: plane.stride), Int32(size: plane.bytesPerRow), Int32(size: plane.rows),
            base, Int32(size: stride), Int32(size: size.width), Int32(size: size.height), kFilterBox)
    }

    /// Scales all planes of a 4:2:0 image.
    ///
    /// - Parameter memory: `PlaneTarget.byteCount(size)` bytes.
    static func scale(
        _ image: PicturePlanes, to size: PixelSize, into memory: UnsafeMutablePointer<UInt8>
    ) -> PicturePlanes {
        let target = PlaneTarget(memory, size: size)
        let chroma = PixelSize(width: size.width.dividedUp(by: 2), height: size.height.dividedUp(by: 2))
        scale(image.first, to: target.luma.base, stride: target.luma.stride, size: size)
        if let blue = image.second {
            scale(blue, to: target.blue.base, stride: target.blue.stride, size: chroma)
        }
        if let red = image.third {
            scale(red, to: target.red.base, stride: target.red.stride, size: chroma)
        }
        return target.planes(size: size, color: image.color)
    }
}
