// SPDX-License-Identifier: GPL-3.0-or-later
/// A picture in 8 × 8 fields: enough to recognize another scene.
public struct SceneSignature: Hashable, Sendable {
    /// The mean luma of each field, 0 black…255 white, line by line.
    private var fields: SIMD64<UInt8>

    public init(fields: SIMD64<UInt8>) { self.fields = fields }

    /// The difference from another picture, regardless of exposure: the mean difference of the fields relative to
    /// the mean luma. 0 for the same scene, 1 and more for another. Covering the lens counts as a difference.
    func difference(from other: SceneSignature) -> Double {
        let (mine, theirs) = (mean, other.mean)
        // Two dark pictures count as equal, a dark and a light one as different.
        guard mine >= Self.dark, theirs >= Self.dark else {
            return mine < Self.dark && theirs < Self.dark ? 0 : 1
        }
        let scale = mine / theirs
        var sum = 0.0
        for index in 0..<64 { sum += abs(Double(fields[index]) - Double(other.fields[index]) * scale) }
        return sum / 64 / mine
    }

    private static let dark = 6.0

    private var mean: Double {
        var sum = 0
        for index in 0..<64 { sum += Int(fields[index]) }
        return Double(sum) / 64
    }
}
