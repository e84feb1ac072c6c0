// SPDX-License-Identifier: GPL-3.0-or-later
/// Estimates the noise of single pixels from one picture.
///
/// The difference of two Laplacians is blind to edges, ramps and smooth shading (Immerkær, "Fast noise variance
/// estimation", Computer Vision and Image Understanding 64, 1996). It still sees texture, so the picture is divided
/// into blocks, of which the one at the lower quintile counts.
enum NoiseEstimate {
    private static let block = 16
    /// By chance that block has less noise than the mean of all: measured on pictures of noise alone.
    private static let calmShare: Float = 0.85

    /// How many blocks there are at most, which is the room that `variance` needs.
    static func blockCount(width: Int, height: Int) -> Int { max(1, (width / block) * (height / block)) }

    /// - Parameter energies: room for `blockCount` numbers.
    /// - Returns: the variance in squared codes; 0 if the picture is smaller than a block.
    static func variance(
        _ luma: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int,
        energies: UnsafeMutableBufferPointer<Float>
    ) -> Float {
        var count = 0
        for top in Swift.stride(from: 0, through: height - block, by: block) {
            for left in Swift.stride(from: 0, through: width - block, by: block) {
                energies[count] = energy(luma + top * stride + left, stride)
                count += 1
            }
        }
        guard count > 0 else { return 0 }
        var used = UnsafeMutableBufferPointer(rebasing: energies[..<count])
        used.sort()
        return used[count / 5] / calmShare
    }

    /// The mean squared response of a block, per unit of noise variance.
    private static func energy(_ block: UnsafePointer<UInt8>, _ stride: Int) -> Float {
        var sum: Int32 = 0
        for y in 0..<Self.block - 2 {
            let (upper, middle, lower) = (
                block + y * stride, block + (y + 1) * stride, block + (y + 2) * stride
            )
            for x in 0..<Self.block - 2 {
                let sides = second(upper, x) &+ second(lower, x)
                let response = sides &- 2 &* second(middle, x)
                sum &+= response &* response
            }
        }
        let count = Float((Self.block - 2) * (Self.block - 2))
        // The mask's squared weights add up to 36.
        return Float(sum) / count / 36
    }

    @inline(__always)
    private static func second(_ line: UnsafePointer<UInt8>, _ x: Int) -> Int32 {
        Int32(line[x]) &- 2 &* Int32(line[x + 1]) &+ Int32(line[x + 2])
    }
}
