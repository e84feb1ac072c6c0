// SPDX-License-Identifier: GPL-3.0-or-later
internal import CYUV

/// Memory seen as an NV12 picture. Does not own it.
struct NV12Planes {
    let luma: UnsafeMutablePointer<UInt8>
    /// U V pairs, half as many lines, the same bytes a line.
    let chroma: UnsafeMutablePointer<UInt8>
    /// Even.
    let width, height: Int

    init(_ memory: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
        (luma, chroma) = (memory, memory + width * height)
        (self.width, self.height) = (width, height)
    }

    static func byteCount(width: Int, height: Int) -> Int { width * height * 3 / 2 }

    /// Fills `target` with this picture, enlarged if the sizes differ.
    func copy(to target: NV12Planes) {
        guard width != target.width || height != target.height else {
            target.luma.update(from: luma, count: Self.byteCount(width: width, height: height))
            return
        }
        _ = NV12Scale(
            luma, Int32(width), chroma, Int32(width), Int32(width), Int32(height), target.luma,
            Int32(target.width), target.chroma, Int32(target.width), Int32(target.width),
            Int32(target.height), kFilterBilinear)
    }
}

/// Pixels of a picture, with even edges, as 4:2:0 wants them.
struct PixelBox: Equatable {
    let left, top, width, height: Int

    /// The part of a frame that an image covers, with even edges and inside the frame; nil if it is empty.
    init?(_ image: LinearImage, inWidth frameWidth: Int, height frameHeight: Int) {
        let pixel = 1 << image.level
        left = max(0, image.left) & ~1
        top = max(0, image.top) & ~1
        width = (min(frameWidth, image.left + image.width * pixel + 1) & ~1) - left
        height = (min(frameHeight, image.top + image.height * pixel + 1) & ~1) - top
        guard width > 0, height > 0 else { return nil }
    }

    init(whole planes: NV12Planes) {
        (left, top, width, height) = (0, 0, planes.width, planes.height)
    }
}
