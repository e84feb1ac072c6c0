// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// How light a picture is, around a point and all over.
public struct LightSample: Hashable, Sendable {
    /// The mean luma around the point, 0 black…255 white.
    public let spot: Double
    /// How many of the pixels looked at, all over the picture, have which luma: 64 steps of 4, black first.
    public let tones: SIMD64<UInt16>

    /// Of luma to light, for nearly all cameras.
    static let gamma = 2.2
    /// The luma from which a pixel is burnt out.
    private static let white = 252.0
    private static let step = 4.0
    /// What is darker or lighter shows no more how much light there is.
    private static let readable = 10.0...240.0

    public init(spot: Double, tones: SIMD64<UInt16>) { (self.spot, self.tones) = (spot, tones) }

    /// From one luma to another, in stops of light.
    static func stops(from luma: Double, to other: Double) -> Double { gamma * log2(other / luma) }

    /// The part of the picture that is burnt out, 0…1.
    var burnt: Double { Double(tones[63]) / Double(max(1, total)) }

    /// Whether hardly anything is seen in it.
    var isBlack: Bool { luma(of: 0.8) < Self.readable.lowerBound }

    /// By how many stops it can become lighter until this part of it is newly burnt out.
    func room(burning part: Double) -> Double {
        let kept = 1 - burnt - part
        return kept <= 0 ? .infinity : Self.stops(from: max(1, luma(of: kept)), to: Self.white)
    }

    /// By how many stops it is lighter than an earlier picture of the same scene, from tones that both show: something that
    /// moves changes few of them.
    ///
    /// - Returns: nil if they show none, as two black pictures.
    func stops(above earlier: LightSample) -> Double? {
        var (sum, count) = (0.0, 0.0)
        for share in stride(from: 0.2, to: 0.85, by: 0.1) {
            let (mine, theirs) = (luma(of: share), earlier.luma(of: share))
            guard Self.readable.contains(mine), Self.readable.contains(theirs) else { continue }
            sum += Self.stops(from: theirs, to: mine)
            count += 1
        }
        return count > 0 ? sum / count : nil
    }

    private var total: Int {
        var sum = 0
        for index in 0..<64 { sum += Int(tones[index]) }
        return sum
    }

    /// The luma that this part of the picture does not exceed.
    private func luma(of part: Double) -> Double {
        var left = part * Double(total)
        for index in 0..<64 {
            let count = Double(tones[index])
            if count > 0, left <= count { return (Double(index) + left / count) * Self.step }
            left -= count
        }
        return 255
    }
}
