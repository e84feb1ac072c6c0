// SPDX-License-Identifier: GPL-3.0-or-later
/// How light becomes codes: everything that changes colours but not shapes.
struct Development: Equatable {
    /// The factor from light to the sensor's count; 1 shows the scene's white as white.
    var exposure: Float = 1
    /// Red, green and blue after white balance.
    var balance: SIMD3<Float> = .one
    /// Added to the codes, in parts of their range.
    var brightness: Float = 0
    /// The codes' distance from the middle times this.
    var contrast: Float = 1
    /// The colours' distance from grey times this.
    var saturation: Float = 1
    /// Unsharp masking on the luma: 0 none, negative softens.
    var sharpness: Float = 0

    /// The three tables from stored light to 8-bit sRGB codes, blue first, one after the other.
    ///
    /// Light beyond the sensor's maximum is clipped first, as in a real one.
    func tables() -> [UInt8] {
        let gains = [balance.z, balance.y, balance.x]
        return gains.flatMap { gain in
            (0..<Self.tableSize).map { index in
                let light = Float(bitPattern: UInt32(index) << 16) * exposure * gain
                let code = SRGB.code(min(1, light))
                let adjusted = (code - 0.5) * contrast + 0.5 + brightness
                return UInt8(min(255, max(0, adjusted * 255 + 0.5)))
            }
        }
    }

    /// Entries a table: one for every stored number without its sign.
    static let tableSize = 0x8000
}
