// SPDX-License-Identifier: GPL-3.0-or-later
/// Unsharp masking, as cameras do it: each luma moves away from the mean of its neighbours.
enum Sharpening {
    /// - Parameter amount: of the difference; negative softens.
    static func apply(_ amount: Float, to planes: NV12Planes, in box: PixelBox) {
        guard box.width > 2, box.height > 2 else { return }
        let strength = Int32(amount * 64)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: box.width * 2) { scratch in
            guard let first = scratch.baseAddress else { return }
            // The line above as it was before it changed, and the present one.
            var (above, present) = (first, first + box.width)
            above.update(from: planes.luma + box.top * planes.width + box.left, count: box.width)
            for y in (box.top + 1)..<(box.top + box.height - 1) {
                let line = planes.luma + y * planes.width + box.left
                present.update(from: line, count: box.width)
                let below = line + planes.width
                for x in 1..<(box.width - 1) {
                    let around =
                        Int32(above[x]) + Int32(below[x]) + Int32(present[x - 1]) + Int32(present[x + 1])
                    let difference = (4 * Int32(present[x]) - around) * strength / 256
                    line[x] = UInt8(min(235, max(16, Int32(present[x]) + difference)))
                }
                (above, present) = (present, above)
            }
        }
    }
}
