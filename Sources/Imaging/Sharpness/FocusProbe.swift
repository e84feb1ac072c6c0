// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// Measures frames for the focus: sharpness and brightness around a point, and a signature of the scene.
///
/// Thread-bound. Reads luma in the driver's buffer; a motion JPEG frame is decoded once more, which costs what
/// `FrameRenderer` says, but only while something is measured. Working memory is kept from frame to frame.
public final class FocusProbe {
    private let reader = FrameReader()
    private var measure = SharpnessMeasure()
    private var gathered = ScratchBuffer()
    /// The size for which a JPEG is decoded.
    private static let signatureView = PixelSize(width: 160, height: 120)

    public init() {}

    /// - Returns: nil if the frame is damaged or too small to be measured.
    public func sharpness(of frame: Frame, in window: SensorWindow) -> SharpnessSample? {
        frame.withBytes { bytes in
            guard let planes = try? reader.read(bytes, of: frame) else { return nil }
            let area = window.pixels(in: planes.size)
            guard area.width >= 16, area.height >= 16, let luma = try? luma(of: planes, area) else {
                return nil
            }
            return try? measure.measure(
                luma.base, width: area.width, height: area.height, stride: luma.stride,
                range: planes.color.range)
        }
    }

    /// - Returns: nil if the frame is damaged.
    public func signature(of frame: Frame) -> SceneSignature? {
        frame.withBytes { bytes in
            guard
                let planes = try? reader.read(
                    bytes, of: frame,
                    fitting: ViewfinderTarget(view: Self.signatureView, isMirrored: false)),
                planes.size.width >= 8, planes.size.height >= 8
            else { return nil }
            var fields = SIMD64<UInt8>()
            for field in 0..<64 { fields[field] = Self.mean(planes, column: field % 8, row: field / 8) }
            return SceneSignature(fields: fields)
        }
    }

    /// The mean of some pixels of one of 8 × 8 fields.
    private static func mean(_ planes: PicturePlanes, column: Int, row: Int) -> UInt8 {
        let (width, height) = (planes.size.width / 8, planes.size.height / 8)
        let (across, down) = (max(1, width / 12), max(1, height / 12))
        var (sum, count) = (0, 0)
        for y in stride(from: row * height, to: (row + 1) * height, by: down) {
            let line = planes.first.row(y)
            for x in stride(from: column * width, to: (column + 1) * width, by: across) {
                sum += Int(LumaPixel.value(line, x, planes.arrangement))
                count += 1
            }
        }
        return UInt8(sum / max(1, count))
    }

    /// The window's luma: in place if it has a plane of its own, else gathered.
    private func luma(
        of planes: PicturePlanes, _ area: PixelRectangle
    ) throws(ImagingError) -> (base: UnsafePointer<UInt8>, stride: Int) {
        switch planes.arrangement {
        case .planar, .nv12, .grey:
            return (planes.first.row(area.top) + area.left, planes.first.stride)
        case .yuyv, .uyvy, .rgb, .bgr, .rgbx, .bgrx:
            let memory = try gathered.reserve(area.width * area.height)
            for y in 0..<area.height {
                let line = planes.first.row(area.top + y)
                let target = memory + y * area.width
                for x in 0..<area.width {
                    target[x] = LumaPixel.value(line, area.left + x, planes.arrangement)
                }
            }
            return (UnsafePointer(memory), area.width)
        }
    }
}

/// One pixel's luma in a line of any arrangement.
private enum LumaPixel {
    @inline(__always)
    static func value(
        _ line: UnsafePointer<UInt8>, _ x: Int, _ arrangement: PicturePlanes.Arrangement
    ) -> UInt8 {
        switch arrangement {
        case .planar, .nv12, .grey: line[x]
        case .yuyv: line[2 * x]
        case .uyvy: line[2 * x + 1]
        // Green is most of luma, and is in the middle in either order.
        case .rgb, .bgr: line[3 * x + 1]
        case .rgbx, .bgrx: line[4 * x + 1]
        }
    }
}
