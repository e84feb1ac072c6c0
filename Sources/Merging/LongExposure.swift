// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean or the maximum of frames, as if the shutter had been open for all of them: smooth water, or trails of light.
///
/// In linear light, and without alignment: the camera stands on a tripod, and what moves is the picture. Frames that are the same
/// give that frame, to the bit.
final class LongExposure {
    enum Operation {
        case mean, maximum
    }

    private let operation: Operation
    private let reference: RGBPicture
    /// Light for each sample, or the sample itself for the maximum, which the code does not change.
    private var sums: [Float]
    private var count = 1

    init(_ operation: Operation, reference: RGBPicture) {
        self.operation = operation
        self.reference = reference
        let light = Self.light(isDeep: reference.isDeep)
        sums = reference.samples.map { operation == .mean ? light[Int($0)] : Float($0) }
    }

    /// For each sample its light, 0…1.
    private static func light(isDeep: Bool) -> [Float] {
        isDeep ? deepLight : shallowLight
    }
    private static let shallowLight: [Float] = (0...255).map { Lighting.linear(code: Float($0)) }
    private static let deepLight: [Float] = (0...65535).map { Lighting.linear(code: Float($0) / 257) }

    func add(_ frame: RGBPicture) {
        let light = Self.light(isDeep: frame.isDeep)
        // To the reference's samples, where one has eight bits and the other more.
        let scale: Float = frame.isDeep == reference.isDeep ? 1 : frame.isDeep ? 1 / 257 : 257
        let (operation, row) = (operation, 3 * reference.width)
        sums.withUnsafeMutableBufferPointer { sums in
            frame.samples.withUnsafeBufferPointer { samples in
                light.withUnsafeBufferPointer { light in
                    Bands.each(reference.height) { rows in
                        for index in rows.lowerBound * row..<rows.upperBound * row {
                            switch operation {
                            case .mean: sums[index] += light[Int(samples[index])]
                            case .maximum: sums[index] = max(sums[index], Float(samples[index]) * scale)
                            }
                        }
                    }
                }
            }
        }
        count += 1
    }

    func finished() -> RGBPicture {
        guard count > 1 else { return reference }
        var result = reference
        let scale: Float = reference.isDeep ? 257 : 1
        let share = 1 / Float(count)
        for index in sums.indices {
            let code = operation == .mean ? Lighting.code(linear: sums[index] * share) * scale : sums[index]
            result.samples[index] = UInt16(min(255 * scale, max(0, code + 0.5)))
        }
        return result
    }
}
