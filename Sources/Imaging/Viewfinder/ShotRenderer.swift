// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
public import CaptureCore

/// Draws shots as their photos will be. Stateless and thread-safe.
public enum ShotRenderer {
    /// Draws a shot, upright, with its portion and mirroring.
    ///
    /// - Parameter size: what it should fit into; it is never enlarged.
    /// - Throws: `nothingToDraw`, `damaged`, `unsupportedFormat`, `noMemory`.
    public static func draw(_ shot: Shot, fitting size: PixelSize) throws(ImagingError) -> DecodedPhoto {
        guard !size.isEmpty, ImageLimits.allows(size) else {
            throw ImagingError(.nothingToDraw, size.description)
        }
        let image = try PlanarImage.framed(shot.frame, shot.framing)
        let limit = shot.orientation.applied(to: size)
        let drawn =
            image.size.width <= limit.width && image.size.height <= limit.height
            ? image.size : ViewfinderGeometry(source: image.size, view: limit).picture
        let pixels = try pixels(of: image, size: drawn)
        let turned = try turn(pixels, drawn, shot.orientation)
        let size = shot.orientation.applied(to: drawn)
        return DecodedPhoto(
            size: size, fullSize: shot.orientation.applied(to: image.size), stride: 4 * size.width,
            isWhole: image.isWhole, pixels: turned.pointer, release: { withExtendedLifetime(turned) {} })
    }

    private static func pixels(of image: PlanarImage, size: PixelSize) throws(ImagingError) -> AlignedMemory {
        let pixels = try AlignedMemory(byteCount: 4 * size.area)
        try image.withPlanes { (planes) throws(ImagingError) in
            var scratch = ScratchBuffer()
            let scaled =
                size == image.size
                ? planes
                : PlaneScaler.scale(planes, to: size, into: try scratch.reserve(PlaneTarget.byteCount(size)))
            // Planes of 4:2:0 need no working memory.
            let target = pixels.pointer.assumingMemoryBound(to: UInt8.self)
            PixelConverter.convert(scaled, to: target, stride: 4 * size.width, unpacked: target)
        }
        return pixels
    }

    /// Mirrors, then turns.
    private static func turn(
        _ pixels: AlignedMemory, _ size: PixelSize, _ orientation: PhotoOrientation
    ) throws(ImagingError) -> AlignedMemory {
        guard orientation != .upright else { return pixels }
        let (width, height) = (Int32(size: size.width), Int32(size: size.height))
        func base(_ memory: AlignedMemory) -> UnsafeMutablePointer<UInt8> {
            memory.pointer.assumingMemoryBound(to: UInt8.self)
        }
        var source = pixels
        if orientation.isMirrored {
            let mirrored = try AlignedMemory(byteCount: pixels.byteCount)
            _ = ARGBMirror(base(source), 4 * width, base(mirrored), 4 * width, width, height)
            source = mirrored
        }
        let mode: RotationMode
        switch orientation.turn {
        case .none: return source
        case .quarter: mode = kRotate90
        case .half: mode = kRotate180
        case .threeQuarters: mode = kRotate270
        }
        let turned = try AlignedMemory(byteCount: pixels.byteCount)
        let stride = 4 * (orientation.turn == .half ? width : height)
        _ = ARGBRotate(base(source), 4 * width, base(turned), stride, width, height, mode)
        return turned
    }
}
