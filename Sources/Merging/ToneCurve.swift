// SPDX-License-Identifier: GPL-3.0-or-later

/// What of a frame's brightness and colours still differs from the reference when its light is levelled: a camera's own curve, and its white
/// balance, which may drift from one frame to the next.
///
/// For each channel and brightness the median difference of squares of four pixels; what noise may have made is none.
struct ToneCurve {
    private static let bins = 16
    /// In codes: what differs more than that has moved.
    private static let mostDifference: Float = 24
    private static let mostShift: Float = 8

    /// For each channel, by the root of the code.
    private let shifts: [[Float]]

    /// Less than half a code is lost in the mean of frames.
    var isNeutral: Bool { shifts.allSatisfy { $0.allSatisfy { abs($0) < 0.6 } } }

    /// - Parameters:
    ///   - reference: means of squares, as of `Agreement.means`.
    ///   - frame: those of the frame where it lies on the reference.
    ///   - coverage: of the pixels.
    init(reference: [Plane], frame: [Plane], coverage: Plane) {
        let side = Agreement.side
        shifts = (0..<3).map { channel in
            let (ours, theirs) = (reference[channel], frame[channel])
            var differences = [[Float]](repeating: [], count: Self.bins)
            for y in stride(from: 0, to: coverage.height / side, by: 2) {
                let (first, last) = (coverage.row(side * y), coverage.row(side * y + side - 1))
                let (our, their) = (ours.row(y), theirs.row(y))
                for x in stride(from: y / 2 % 2, to: coverage.width / side, by: 2) {
                    let (left, right) = (side * x, side * x + side - 1)
                    guard first[left] + first[right] + last[left] + last[right] == 4 else { continue }
                    let difference = their[x] - our[x]
                    guard abs(difference) < Self.mostDifference else { continue }
                    // By the mean of both: by one of them, its noise would pass for a difference.
                    let code = max(0, (their[x] + our[x]) * 0.5)
                    differences[min(Self.bins - 1, Int(code.squareRoot()))].append(difference)
                }
            }
            return differences.map { values in
                guard values.count >= 60 else { return 0 }
                let sorted = values.sorted()
                let middle = sorted[sorted.count / 2]
                let spread = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
                let error = 0.93 * spread / Float(sorted.count).squareRoot()
                guard abs(middle) > 3.5 * error else { return 0 }
                return max(-Self.mostShift, min(Self.mostShift, middle))
            }
        }
    }

    /// Takes the differences away, in place.
    func level(_ channels: Channels) {
        for (plane, shifts) in zip(channels.planes, shifts) where shifts.contains(where: { $0 != 0 }) {
            // For each code, between the middles of the bins.
            let table = (0...256).map { code -> Float in
                let at = max(0, min(Float(Self.bins - 1), Float(code).squareRoot() - 0.5))
                let low = min(Self.bins - 2, Int(at))
                return shifts[low] + (shifts[low + 1] - shifts[low]) * (at - Float(low))
            }
            Bands.each(plane.height) { rows in
                for index in rows.lowerBound * plane.width..<rows.upperBound * plane.width {
                    let code = max(0, min(255, plane.base[index]))
                    let low = Int(code)
                    plane.base[index] -= table[low] + (table[low + 1] - table[low]) * (code - Float(low))
                }
            }
        }
    }
}
