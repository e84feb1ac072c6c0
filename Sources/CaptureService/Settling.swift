// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Notices when the picture's brightness has stopped changing.
///
/// How many frames that takes differs from camera to camera, so brightness decides, not a count (docs/cameras.md,
/// "Streaming").
struct Settling {
    /// A smaller change, as a fraction of full scale, counts as none.
    private static let tolerance = 0.012
    /// This many pictures in a row without change.
    private static let count = 3
    /// Samples one pixel in this many in each direction.
    private static let stride = 8

    private var last: Double?
    private var calm = 0

    /// - Returns: whether this picture and the ones before it are equally bright.
    mutating func isSettled(after picture: Picture) -> Bool {
        let brightness = Self.brightness(of: picture)
        calm = last.map { abs($0 - brightness) < Self.tolerance } == true ? calm + 1 : 0
        last = brightness
        return calm >= Self.count
    }

    /// The mean of the luma, or of the green channel, which carries most of it; 0…1.
    private static func brightness(of picture: Picture) -> Double {
        if let planes = picture.drawing?.planes {
            let (first, step) = luma(of: planes.arrangement)
            return mean(
                UnsafeRawPointer(bitPattern: planes.first.address)?.advanced(by: first), planes.size,
                step: step, stride: planes.first.stride)
        }
        return mean(
            picture.pixels.map { UnsafeRawPointer($0) + 1 }, picture.size, step: 4, stride: picture.stride)
    }

    /// Where the first byte of luma, or green, is, and the distance to the next.
    private static func luma(of arrangement: PicturePlanes.Arrangement) -> (first: Int, step: Int) {
        switch arrangement {
        case .planar, .nv12, .grey: (0, 1)
        case .yuyv: (0, 2)
        case .uyvy: (1, 2)
        case .rgb, .bgr: (1, 3)
        case .rgbx, .bgrx: (1, 4)
        }
    }

    private static func mean(
        _ start: UnsafeRawPointer?, _ size: PixelSize, step: Int, stride lineBytes: Int
    ) -> Double {
        guard let start else { return 0 }
        var (sum, count) = (0, 0)
        for line in Swift.stride(from: 0, to: size.height, by: stride) {
            let bytes = start + line * lineBytes
            for column in Swift.stride(from: 0, to: size.width, by: stride) {
                sum += Int(bytes.load(fromByteOffset: column * step, as: UInt8.self))
                count += 1
            }
        }
        return Double(sum) / Double(max(1, count)) / 255
    }
}
