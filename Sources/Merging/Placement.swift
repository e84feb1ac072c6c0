// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Where a frame's pixels lie on the reference: a shift, a rotation and a magnification around the middle of the picture.
///
/// Of the place (u, v) from the reference's middle, in pixels of the reference, the frame's picture is at
/// (u + a·u − b·v + x, v + b·u + a·v + y) from the frame's middle.
public struct Placement: Equatable, Sendable {
    /// Pixels.
    public var x: Float
    public var y: Float
    var a: Float
    var b: Float

    public static let identity = Placement(x: 0, y: 0, a: 0, b: 0)

    init(x: Float, y: Float, a: Float, b: Float) {
        self.x = x
        self.y = y
        self.a = a
        self.b = b
    }

    /// - Parameter rotation: radians, from the x axis to the y axis.
    public init(x: Float, y: Float, rotation: Float, magnification: Float = 1) {
        self.init(x: x, y: y, a: magnification * cosf(rotation) - 1, b: magnification * sinf(rotation))
    }

    /// Radians.
    public var rotation: Float { atan2f(b, 1 + a) }
    public var magnification: Float { ((1 + a) * (1 + a) + b * b).squareRoot() }

    /// In a picture whose sides are that many times as long.
    func scaled(by factor: Float) -> Placement { Placement(x: x * factor, y: y * factor, a: a, b: b) }

    /// How far the pixel that moves most is moved beside another placement, in a picture of that size.
    public func distance(to other: Placement, width: Int, height: Int) -> Float {
        let (u, v) = (Float(width) / 2, Float(height) / 2)
        let turned = ((a - other.a) * (a - other.a) + (b - other.b) * (b - other.b)).squareRoot()
        let shifted = ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        return shifted + turned * (u * u + v * v).squareRoot()
    }

    /// This placement after the reference was moved back by a small one.
    func corrected(by step: Placement) -> Placement {
        let norm = (1 + step.a) * (1 + step.a) + step.b * step.b
        // (1 + a + bi) / (1 + step)
        let real = ((1 + a) * (1 + step.a) + b * step.b) / norm
        let imaginary = (b * (1 + step.a) - (1 + a) * step.b) / norm
        return Placement(
            x: x - (real * step.x - imaginary * step.y), y: y - (imaginary * step.x + real * step.y),
            a: real - 1, b: imaginary)
    }
}
