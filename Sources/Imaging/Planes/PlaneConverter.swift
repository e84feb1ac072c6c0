// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
import CaptureCore
import Glibc

/// Converts images of every arrangement to 4:2:0 planes of the same size. Stateless and thread-safe.
enum PlaneConverter {
    /// The type of `YUY2ToI420` and similar functions: packed source, three planes, size.
    private typealias Unpacking = (
        UnsafePointer<UInt8>?, Int32,
        UnsafeMutablePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32,
        UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32
    ) -> Int32

    /// Writes `source` to `target`.
    ///
    /// - Returns: the colours of the result: RGB becomes JPEG's YCbCr, everything else stays.
    static func convert(_ source: PicturePlanes, to target: PlaneTarget) -> ColorDescription {
        switch source.arrangement {
        case .planar:
            convertPlanar(source, to: target)
        case .grey:
            copyLuma(source, to: target)
            let size = source.size
            for chroma in [target.blue, target.red] {
                memset(chroma.base, 128, chroma.stride * size.height.dividedUp(by: 2))
            }
        case .nv12:
            convertPairs(source, to: target)
        case .yuyv:
            unpack(source, to: target, YUY2ToI420)
        case .uyvy:
            unpack(source, to: target, UYVYToI420)
        case .rgb:
            // libyuv names formats by their order in a register: its RAW is R G B in memory.
            unpack(source, to: target, RAWToJ420)
            return .jpeg
        case .bgr:
            unpack(source, to: target, RGB24ToJ420)
            return .jpeg
        case .rgbx:
            unpack(source, to: target, ABGRToJ420)
            return .jpeg
        case .bgrx:
            unpack(source, to: target, ARGBToJ420)
            return .jpeg
        }
        return source.color
    }

    private static func unpack(_ source: PicturePlanes, to target: PlaneTarget, _ unpacking: Unpacking) {
        _ = unpacking(
            source.first.base, Int32(size: source.first.stride),
            target.luma.base, Int32(size: target.luma.stride),
            target.blue.base, Int32(size: target.blue.stride),
            target.red.base, Int32(size: target.red.stride),
            Int32(size: source.size.width), Int32(size: source.size.height))
    }

    private static func copyLuma(_ source: PicturePlanes, to target: PlaneTarget) {
        CopyPlane(
            source.first.base, Int32(size: source.first.stride),
            target.luma.base, Int32(size: target.luma.stride),
            Int32(size: source.size.width), Int32(size: source.size.height))
    }

    private static func convertPlanar(_ source: PicturePlanes, to target: PlaneTarget) {
        copyLuma(source, to: target)
        let size = source.size
        let chroma = PixelSize(width: size.width.dividedUp(by: 2), height: size.height.dividedUp(by: 2))
        for (plane, goal) in [(source.second, target.blue), (source.third, target.red)] {
            guard let plane else { continue }
            PlaneScaler.scale(plane, to: goal.base, stride: goal.stride, size: chroma)
        }
    }

    private static func convertPairs(_ source: PicturePlanes, to target: PlaneTarget) {
        copyLuma(source, to: target)
        guard let pairs = source.second else { return }
        SplitUVPlane(
            pairs.base, Int32(size: pairs.stride),
            target.blue.base, Int32(size: target.blue.stride),
            target.red.base, Int32(size: target.red.stride),
            Int32(size: source.size.width.dividedUp(by: 2)), Int32(size: pairs.rows))
    }
}
