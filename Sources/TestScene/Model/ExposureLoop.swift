// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// The sensor's exposure: integration time and amplification.
struct Exposure: Equatable {
    /// In 100 microseconds.
    var time: Int64
    /// 0…255.
    var gain: Int64

    /// Shows the scene's white as white.
    static let normal = Exposure(time: 156, gain: 0)

    /// Doubles every 64 steps, 24 dB in all.
    static func amplification(gain: Int64) -> Float { exp2f(Float(gain) / 64) }

    /// Light is multiplied with this; 1 for the normal exposure.
    ///
    /// - Parameter limit: the longest time there is between two frames.
    func factor(limit: Int64) -> Float {
        Float(min(time, limit)) / Float(Self.normal.time) * Self.amplification(gain: gain)
    }
}

/// Automatic exposure: meters each frame and goes a part of the way, so that it settles without swinging.
struct ExposureLoop: Equatable {
    /// The loop's goal for the mean light, clipped by the sensor: the scene's mean at normal exposure.
    static let target: Float = 0.141
    /// Smaller errors than this, in EV, are ignored.
    private static let tolerance: Float = 0.06
    /// The part of the error that each frame corrects, and the most, in EV.
    private static let correctedShare: Float = 0.35
    private static let largestStep: Float = 0.8

    /// Time and amplification together, in units of 100 microseconds without gain.
    private var total = Float(Exposure.normal.time)

    /// Starts from the present settings.
    mutating func take(_ exposure: Exposure) {
        total = Float(exposure.time) * Exposure.amplification(gain: exposure.gain)
    }

    /// - Parameters:
    ///   - meter: the light before exposure.
    ///   - present: the last frame's exposure.
    ///   - compensation: in EV.
    ///   - limit: the longest time allowed, in 100 microseconds; beyond it gain helps.
    mutating func adjusted(
        _ meter: [Float], present: Exposure, compensation: Float, limit: Int64
    ) -> Exposure {
        let measured = max(0.0005, mean(meter, factor: present.factor(limit: limit)))
        let error = log2f(Self.target / measured) + compensation
        guard abs(error) > Self.tolerance else { return present }
        let step = min(Self.largestStep, max(-Self.largestStep, error * Self.correctedShare))
        total = min(80_000, max(1, total * exp2f(step)))
        let time = min(limit, max(1, Int64(total.rounded())))
        let gain = Int64((log2f(max(1, total / Float(time))) * 64).rounded())
        return Exposure(time: time, gain: time < limit ? 0 : min(255, gain))
    }

    private func mean(_ meter: [Float], factor: Float) -> Float {
        guard !meter.isEmpty else { return Self.target }
        var sum: Float = 0
        for light in meter { sum += min(1, light * factor) }
        return sum / Float(meter.count)
    }
}
