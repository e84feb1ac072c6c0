// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// Measures frames for the focus: sharpness and light around a point, and what is seen of the scene.
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
        lookOver(frame) { planes in
            var fields = SIMD64<UInt8>()
            let (width, height) = (planes.size.width / 8, planes.size.height / 8)
            for field in 0..<64 {
                let area = PixelRectangle(
                    left: field % 8 * width, top: field / 8 * height, width: width, height: height)
                fields[field] = UInt8(Self.mean(planes, area))
            }
            return SceneSignature(fields: fields)
        }
    }

    /// - Returns: nil if the frame is damaged.
    public func light(of frame: Frame, in window: SensorWindow) -> LightSample? {
        lookOver(frame) { planes in
            let whole = PixelRectangle(
                left: 0, top: 0, width: planes.size.width, height: planes.size.height)
            let isLimited = planes.color.range == .limited
            func full(_ luma: Double) -> Double {
                isLimited ? min(255, max(0, (luma - 16) * 255 / 219)) : luma
            }
            var tones = SIMD64<UInt16>()
            Self.each(planes, whole, across: 96) { tones[Int(full(Double($0))) / 4] &+= 1 }
            return LightSample(spot: full(Self.mean(planes, window.pixels(in: planes.size))), tones: tones)
        }
    }

    /// The whole picture, as small as it can be had.
    private func lookOver<Value>(_ frame: Frame, _ body: (PicturePlanes) -> Value) -> Value? {
        frame.withBytes { bytes in
            guard
                let planes = try? reader.read(
                    bytes, of: frame,
                    fitting: ViewfinderTarget(view: Self.signatureView, isMirrored: false)),
                planes.size.width >= 8, planes.size.height >= 8
            else { return nil }
            return body(planes)
        }
    }

    /// The mean of some pixels of an area.
    private static func mean(_ planes: PicturePlanes, _ area: PixelRectangle) -> Double {
        var (sum, count) = (0, 0)
        each(planes, area, across: 12) {
            sum += Int($0)
            count += 1
        }
        return Double(sum) / Double(max(1, count))
    }

    /// The luma of some pixels of an area, at least this many in a line and in a column where it has them, at most twice as many.
    private static func each(
        _ planes: PicturePlanes, _ area: PixelRectangle, across count: Int, _ body: (UInt8) -> Void
    ) {
        let (across, down) = (max(1, area.width / count), max(1, area.height / count))
        for y in stride(from: area.top, to: area.top + area.height, by: down) {
            let line = planes.first.row(y)
            for x in stride(from: area.left, to: area.left + area.width, by: across) {
                body(LumaPixel.value(line, x, planes.arrangement))
            }
        }
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
