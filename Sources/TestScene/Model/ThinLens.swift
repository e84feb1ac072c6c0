// SPDX-License-Identifier: GPL-3.0-or-later
/// Calculates how far out of focus a thing appears.
enum ThinLens {
    /// Focal length in metres. With the aperture and the sensor's width it makes blur that a person can see, as a
    /// full-frame camera with a 28 mm lens at f/2 has; a webcam's tiny lens would leave everything sharp.
    private static let focalLength: Float = 0.028
    private static let apertureDiameter: Float = 0.014
    private static let sensorWidth: Float = 0.036

    /// The diameter of the circle of confusion as a part of the picture's width.
    ///
    /// c = A · f · |1/S₁ − 1/S₂| / (1 − f/S₁), with S₁ in focus and S₂ the distance of the thing (Sidney F. Ray,
    /// "Applied Photographic Optics", 3rd edition, section 22.2; from the thin lens equation).
    /// - Parameters:
    ///   - focus: one over the distance in focus, in dioptres.
    ///   - thing: the same for the thing.
    static func confusion(focus: Float, thing: Float) -> Float {
        let diameter = apertureDiameter * focalLength * abs(focus - thing) / (1 - focalLength * focus)
        return diameter / sensorWidth
    }

    /// Dioptres of a motor position: 0 is infinitely far, 250 is 20 cm, evenly in between.
    static func dioptres(atPosition position: Float) -> Float { position / 50 }

    /// The motor position that is sharpest at this many dioptres.
    static func position(atDioptres dioptres: Float) -> Float { dioptres * 50 }
}
