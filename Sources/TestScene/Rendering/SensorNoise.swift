// SPDX-License-Identifier: GPL-3.0-or-later
/// The noise of an amplified sensor: the same for the same frame number, different for each.
struct SensorNoise {
    private static let count = 1 << 16
    /// Made at first use.
    private var samples: [Int8] = []
    private var scaled: [Int8] = []
    private var amplitude: Float = 0

    /// Adds noise to a frame.
    ///
    /// - Parameters:
    ///   - deviation: standard deviation in codes; 0 costs nothing.
    ///   - frame: the frame's number.
    mutating func add(to planes: NV12Planes, deviation: Float, frame: UInt32) {
        guard deviation > 0.05 else { return }
        prepare(deviation)
        let seed = Grain.mixed(frame &+ 1)
        for y in 0..<planes.height {
            add(to: planes.luma + y * planes.width, planes.width, Grain.mixed(seed &+ UInt32(y)), 16, 235)
        }
        for y in 0..<planes.height / 2 {
            let line = planes.chroma + y * planes.width
            add(to: line, planes.width, Grain.mixed(seed ^ 0x5555 &+ UInt32(y)), 16, 240)
        }
    }

    private mutating func prepare(_ deviation: Float) {
        guard deviation != amplitude else { return }
        amplitude = deviation
        if samples.isEmpty { makeSamples() }
        for index in samples.indices {
            scaled[index] = Int8(min(127, max(-127, (Float(samples[index]) * deviation / 32).rounded())))
        }
    }

    private mutating func makeSamples() {
        // Sum of four evenly spread numbers: near enough to a Gaussian (Irwin and Hall), with deviation 32.
        samples = (0..<Int32(Self.count)).map { place in
            let sum = (0..<4).reduce(Float(0)) { $0 + Grain.at(place, $1) - 0.5 }
            return Int8(sum * 55.4)
        }
        scaled = [Int8](repeating: 0, count: Self.count)
    }

    /// Each line takes its noise from another place of the store, so that no pattern repeats.
    private func add(
        to line: UnsafeMutablePointer<UInt8>, _ width: Int, _ place: UInt32, _ low: Int16, _ high: Int16
    ) {
        scaled.withUnsafeBufferPointer { store in
            guard let base = store.baseAddress else { return }
            let noise = base + Int(place) % (Self.count - width)
            for x in 0..<width {
                let sum = Int16(truncatingIfNeeded: line[x]) &+ Int16(truncatingIfNeeded: noise[x])
                line[x] = UInt8(truncatingIfNeeded: min(high, max(low, sum)))
            }
        }
    }
}

/// Repeatable irregularity: the same place always gives the same number.
private enum Grain {
    /// 0…1 for a whole-numbered place. The mixing is the finalizer of MurmurHash3 (Austin Appleby, public domain).
    @inline(__always)
    static func at(_ x: Int32, _ y: Int32) -> Float {
        Float(mixed(UInt32(bitPattern: x) &* 0x9E37_79B1 &+ UInt32(bitPattern: y) &* 0x85EB_CA77) >> 8)
            * (1 / 16_777_216)
    }

    @inline(__always)
    static func mixed(_ value: UInt32) -> UInt32 {
        var hash = value
        hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
        hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
        return hash ^ hash >> 16
    }
}
