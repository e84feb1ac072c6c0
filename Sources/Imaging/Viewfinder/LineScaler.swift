import CYUV

/// Scales planes in height, a few lines at a time, by blending the two nearest lines. Keeps nothing.
///
/// Bytes of one column stay in it, so this works for packed pixels as well as for planes.
enum LineScaler {
    /// Writes the lines `lines` of `plane` as it would be with `rows` lines in all.
    static func scale(
        _ plane: PlaneView, toRows rows: Int, lines: Range<Int>, into target: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        // 16.16 fixed point; centres of lines lie on centres of lines.
        let step = plane.rows << 16 / rows
        let last = plane.rows - 1
        for line in lines {
            let position = max(0, line * step + step / 2 - 0x8000)
            let upper = min(position >> 16, last)
            InterpolatePlane(
                plane.row(upper), 0, plane.row(min(upper + 1, last)), 0,
                target + (line - lines.lowerBound) * stride, 0,
                Int32(size: plane.bytesPerRow), 1, Int32(position >> 8 & 0xFF))
        }
    }
}
