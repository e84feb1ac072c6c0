// SPDX-License-Identifier: GPL-3.0-or-later
/// Sums of squared differences of luma, in bands of detail.
enum DetailBands {
    /// The sum over a grid of squared differences between values two apart, across and down (Brenner et al., "An
    /// automated microscope for cytologic research", Journal of Histochemistry and Cytochemistry 24, 1976).
    ///
    /// - Returns: the sum, and how many differences went into it.
    static func energy<Value: FixedWidthInteger & UnsignedInteger>(
        _ values: UnsafePointer<Value>, width: Int, height: Int, stride: Int
    ) -> (sum: Double, count: Int) {
        guard width > 2, height > 2 else { return (0, 0) }
        var sum = 0.0
        for y in 0..<height - 2 {
            let line = values + y * stride
            // A line of differences of 16 bits squared fits 64 bits.
            sum += Double(lineEnergy(line, line + 2, count: width - 2))
            sum += Double(lineEnergy(line, line + 2 * stride, count: width - 2))
        }
        return (sum, 2 * (width - 2) * (height - 2))
    }

    @inline(__always)
    private static func lineEnergy<Value: FixedWidthInteger & UnsignedInteger>(
        _ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>, count: Int
    ) -> Int64 {
        if Value.bitWidth == 8 {
            var sum: Int32 = 0
            for x in 0..<count {
                let change = Int32(truncatingIfNeeded: right[x]) &- Int32(truncatingIfNeeded: left[x])
                sum &+= change &* change
            }
            return Int64(sum)
        }
        var sum: Int64 = 0
        for x in 0..<count {
            let change = Int32(truncatingIfNeeded: right[x]) &- Int32(truncatingIfNeeded: left[x])
            sum &+= Int64(change &* change)
        }
        return sum
    }

    /// Adds up squares of two by two values; the sums go to a grid half as wide and high.
    static func halve<Value: FixedWidthInteger & UnsignedInteger>(
        _ values: UnsafePointer<Value>, width: Int, height: Int, stride: Int,
        into sums: UnsafeMutablePointer<UInt16>
    ) {
        let half = width / 2
        for y in 0..<height / 2 {
            let (upper, target) = (values + 2 * y * stride, sums + y * half)
            let lower = upper + stride
            for x in 0..<half {
                let first =
                    UInt16(truncatingIfNeeded: upper[2 * x]) &+ UInt16(truncatingIfNeeded: upper[2 * x + 1])
                let second =
                    UInt16(truncatingIfNeeded: lower[2 * x]) &+ UInt16(truncatingIfNeeded: lower[2 * x + 1])
                target[x] = first &+ second
            }
        }
    }
}
