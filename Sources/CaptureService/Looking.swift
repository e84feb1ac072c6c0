// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Imaging

extension PictureLook {
    /// Looks at one line in this many, and at one pixel in as many of each for colours.
    private static let stride = 8
    /// A camera with colours has noise in them of at least this much, of 256 steps.
    private static let leastColour = 3

    /// 0.05 ms at 1080p.
    init(_ picture: Picture) {
        if let planes = picture.drawing?.planes {
            self.init(planes)
        } else if let pixels = picture.pixels {
            let base = UnsafePointer(pixels.assumingMemoryBound(to: UInt8.self))
            self.init(
                PicturePlanes(
                    arrangement: .bgrx, size: picture.size, color: .jpeg,
                    first: Plane(
                        base: base, stride: picture.stride, bytesPerRow: 4 * picture.size.width,
                        rows: picture.size.height)))
        } else {
            self.init(brightness: 0, brightest: 0, hasColour: false, mark: 0)
        }
    }

    private init(_ planes: PicturePlanes) {
        let layout = Layout(planes.arrangement)
        var (sum, count, brightest) = (0, 0, 0)
        var mark: UInt64 = 0xCBF2_9CE4_8422_2325
        var hasColour = false
        // Of a small picture more of them, or what moves would lie between.
        let spacing = max(1, min(Self.stride, planes.first.rows / 64))
        for line in Swift.stride(from: 0, to: planes.first.rows, by: spacing) {
            guard
                let bytes = UnsafeRawPointer(bitPattern: planes.first.address)?
                    .advanced(by: line * planes.first.stride)
            else { break }
            let width = min(planes.size.width, planes.first.bytesPerRow / layout.step)
            for column in Swift.stride(from: 0, to: width, by: Self.stride) {
                let place = column * layout.step
                let level = Int(bytes.load(fromByteOffset: place + layout.luma, as: UInt8.self))
                (sum, count) = (sum + level, count + 1)
                guard layout.isRGB else {
                    brightest = max(brightest, level)
                    continue
                }
                let (first, last) = (
                    Int(bytes.load(fromByteOffset: place + layout.luma - 1, as: UInt8.self)),
                    Int(bytes.load(fromByteOffset: place + layout.luma + 1, as: UInt8.self))
                )
                brightest = max(brightest, max(level, max(first, last)))
                hasColour = hasColour || max(abs(first - level), abs(last - level)) > 2 * Self.leastColour
            }
            // All columns, so that nothing moves between the places.
            for place in Swift.stride(from: 0, to: planes.first.bytesPerRow - 7, by: 8) {
                mark = (mark ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x100_0000_01B3
                mark ^= mark >> 29
            }
        }
        if !layout.isRGB { hasColour = Self.hasColour(planes) }
        let isLimited = !layout.isRGB && planes.color.range == .limited
        let (black, span) = isLimited ? (16.0, 219.0) : (0, 255)
        func share(_ level: Double) -> Double { max(0, min(1, (level - black) / span)) }
        self.init(
            brightness: share(Double(sum) / Double(max(1, count))), brightest: share(Double(brightest)),
            hasColour: hasColour, mark: mark)
    }

    /// Where the brightness, or green, is in a line.
    private struct Layout {
        let luma, step: Int
        let isRGB: Bool

        init(_ arrangement: PicturePlanes.Arrangement) {
            isRGB = arrangement.isRGB
            (luma, step) =
                switch arrangement {
                case .planar, .nv12, .grey: (0, 1)
                case .yuyv: (0, 2)
                case .uyvy: (1, 2)
                case .rgb, .bgr: (1, 3)
                case .rgbx, .bgrx: (1, 4)
                }
        }
    }

    private static func hasColour(_ planes: PicturePlanes) -> Bool {
        switch planes.arrangement {
        case .grey: false
        case .yuyv: hasColour(planes.first, from: 1, step: 2)
        case .uyvy: hasColour(planes.first, from: 0, step: 2)
        case .nv12: planes.second.map { hasColour($0, from: 0, step: 1) } ?? false
        case .planar:
            [planes.second, planes.third].contains { $0.map { hasColour($0, from: 0, step: 1) } ?? false }
        case .rgb, .bgr, .rgbx, .bgrx: true
        }
    }

    /// - Parameters:
    ///   - first: where the first chroma of a line is.
    ///   - step: from one to the next.
    private static func hasColour(_ plane: Plane, from first: Int, step: Int) -> Bool {
        // An odd number of places, so that Cb and Cr both come.
        for line in Swift.stride(from: 0, to: plane.rows, by: stride) {
            guard let bytes = UnsafeRawPointer(bitPattern: plane.address)?.advanced(by: line * plane.stride)
            else {
                return false
            }
            for place in Swift.stride(from: first, to: plane.bytesPerRow, by: step * (stride - 1)) {
                let chroma = Int(bytes.load(fromByteOffset: place, as: UInt8.self))
                if abs(chroma - 128) >= leastColour { return true }
            }
        }
        return false
    }
}

/// Decodes frames for a look at each, as the window does. Thread-bound.
///
///     let look = FrameLooker().look(at: frame)
public final class FrameLooker {
    private static let view = ViewfinderTarget(view: PixelSize(width: 64, height: 64), isMirrored: false)

    private let renderer = FrameRenderer()
    private let pool = PicturePool()

    public init() {}

    /// - Returns: nil if there is no whole picture in it. Only a decoder knows: a truncated one may have an end all the same.
    public func look(at frame: Frame) -> PictureLook? {
        guard let picture = try? renderer.render(frame, for: Self.view, pool: pool), picture.isWhole else {
            return nil
        }
        return PictureLook(picture)
    }
}
