// SPDX-License-Identifier: GPL-3.0-or-later
/// The colour of light, and its effect under white balance.
enum Illuminant {
    /// The scene's light: tungsten and dusk.
    static let sceneKelvin: Int64 = 4600

    /// Each channel's factor when the camera assumes light of another temperature.
    ///
    /// Von Kries' rule in linear sRGB: each channel is divided by what white gives in it; green stays.
    static func balance(setTo kelvin: Int64) -> SIMD3<Float> {
        let gains = white(Float(sceneKelvin)) / white(Float(kelvin))
        return gains / gains.y
    }

    /// A black body's light in linear sRGB, of luminance 1.
    ///
    /// Chromaticity by the cubic splines of Kim et al., "Design of advanced color temperature control system for
    /// HDTV applications" (Journal of the Korean Physical Society 41, 2002), good from 1667 K to 25000 K; the
    /// matrix is that of IEC 61966-2-1.
    static func white(_ kelvin: Float) -> SIMD3<Float> {
        let x = chromaticityX(1000 / kelvin, isWarm: kelvin < 4000)
        let y = chromaticityY(x, kelvin)
        let (bigX, bigZ) = (x / y, (1 - x - y) / y)
        let red = 3.2406 * bigX - 1.5372 - 0.4986 * bigZ
        let green = -0.9689 * bigX + 1.8758 + 0.0415 * bigZ
        let blue = 0.0557 * bigX - 0.2040 + 1.0570 * bigZ
        return SIMD3(red, green, blue)
    }

    /// - Parameter t: 1000 K over the temperature.
    private static func chromaticityX(_ t: Float, isWarm: Bool) -> Float {
        isWarm
            ? ((-0.266_123_9 * t - 0.234_358_9) * t + 0.877_695_6) * t + 0.179_910
            : ((-3.025_846_9 * t + 2.107_037_9) * t + 0.222_634_7) * t + 0.240_390
    }

    private static func chromaticityY(_ x: Float, _ kelvin: Float) -> Float {
        if kelvin < 2222 { return ((-1.106_381_4 * x - 1.348_110_2) * x + 2.185_558_3) * x - 0.202_196_8 }
        if kelvin < 4000 { return ((-0.954_947_6 * x - 1.374_185_9) * x + 2.091_370_2) * x - 0.167_488_7 }
        return ((3.081_758_0 * x - 5.873_386_7) * x + 3.751_130_0) * x - 0.370_014_8
    }
}
