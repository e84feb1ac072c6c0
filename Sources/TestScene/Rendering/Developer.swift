// SPDX-License-Identifier: GPL-3.0-or-later
internal import CYUV

/// Turns light into codes: exposure, colour and the conversion to YCbCr (BT.601, limited range, as in libyuv and
/// webcams).
final class Developer {
    private var development: Development
    private var tables: [UInt8]
    private var chromaTable: [UInt8] = []
    /// A few lines of RGB and of separate chroma, so that all of it stays in the cache.
    private static let stripHeight = 16
    private var rgb: [UInt8] = []
    private var separateChroma: [UInt8] = []

    init(_ development: Development = Development()) {
        self.development = development
        tables = development.tables()
        makeChromaTable()
    }

    /// - Returns: whether anything will look different.
    func use(_ wanted: Development) -> Bool {
        guard wanted != development else { return false }
        development = wanted
        tables = wanted.tables()
        makeChromaTable()
        return true
    }

    /// - Parameters:
    ///   - image: level 0; covers `box`.
    ///   - planes: gets the part in `box`, the rest stays.
    func develop(_ image: LinearImage, _ box: PixelBox, into planes: NV12Planes) {
        reserve(box.width)
        for top in stride(from: box.top, to: box.top + box.height, by: Self.stripHeight) {
            let count = min(Self.stripHeight, box.top + box.height - top)
            for line in 0..<count { codes(image, box, line: top + line, at: line * box.width * 4) }
            convert(box, top: top, count: count, into: planes)
        }
        if development.sharpness != 0 {
            Sharpening.apply(development.sharpness, to: planes, in: box)
        }
    }

    private func codes(_ image: LinearImage, _ box: PixelBox, line: Int, at offset: Int) {
        let source = image.line(line - image.top) + (box.left - image.left)
        let width = box.width
        tables.withUnsafeBufferPointer { tables in
            rgb.withUnsafeMutableBufferPointer { rgb in
                guard let blue = tables.baseAddress, let base = rgb.baseAddress else { return }
                let (green, red) = (blue + Development.tableSize, blue + 2 * Development.tableSize)
                let target = base + offset
                for x in 0..<width {
                    let pixel = source[x] & 0x7FFF
                    target[4 * x] = blue[Int(pixel.z)]
                    target[4 * x + 1] = green[Int(pixel.y)]
                    target[4 * x + 2] = red[Int(pixel.x)]
                }
            }
        }
    }

    private func convert(_ box: PixelBox, top: Int, count: Int, into planes: NV12Planes) {
        let (width, half) = (Int32(box.width), Int32(box.width / 2))
        let stride = Int32(planes.width)
        let chroma = planes.chroma + top / 2 * planes.width + box.left
        separateChroma.withUnsafeMutableBufferPointer { scratch in
            guard let u = scratch.baseAddress else { return }
            let v = u + box.width / 2 * Self.stripHeight / 2
            _ = ARGBToI420(
                rgb, width * 4, planes.luma + top * planes.width + box.left, stride, u, half, v, half, width,
                Int32(count))
            MergeUVPlane(u, half, v, half, chroma, stride, half, Int32(count / 2))
        }
        guard development.saturation != 1 else { return }
        for y in 0..<count / 2 {
            let line = chroma + y * planes.width
            for x in 0..<box.width { line[x] = chromaTable[Int(line[x])] }
        }
    }

    private func makeChromaTable() {
        chromaTable = (0..<256).map {
            UInt8(min(240, max(16, 128 + (Float($0) - 128) * development.saturation)))
        }
    }

    private func reserve(_ width: Int) {
        let needed = width * 4 * Self.stripHeight
        if rgb.count < needed { rgb = [UInt8](repeating: 255, count: needed) }
        if separateChroma.count < needed { separateChroma = [UInt8](repeating: 128, count: needed) }
    }
}
