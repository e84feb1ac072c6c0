// SPDX-License-Identifier: GPL-3.0-or-later
/// Least squares for y = a + b·x + c·x².
struct ParabolaFit {
    /// Weighted sums of x⁰…x⁴, and of y·x⁰…y·x².
    private var powers = (0.0, 0.0, 0.0, 0.0, 0.0)
    private var products = (0.0, 0.0, 0.0)

    mutating func add(_ x: Double, _ y: Double, weight: Double) {
        let square = x * x
        powers.0 += weight
        powers.1 += weight * x
        powers.2 += weight * square
        powers.3 += weight * square * x
        powers.4 += weight * square * square
        products.0 += weight * y
        products.1 += weight * y * x
        products.2 += weight * y * square
    }

    /// The highest point; nil if there is none, or too few values.
    var vertex: (x: Double, y: Double)? {
        let (p, q) = (powers, products)
        let whole = Self.determinant((p.0, p.1, p.2), (p.1, p.2, p.3), (p.2, p.3, p.4))
        guard abs(whole) > 1e-12 else { return nil }
        // Cramer's rule for the normal equations, which are symmetric.
        let a = Self.determinant((q.0, p.1, p.2), (q.1, p.2, p.3), (q.2, p.3, p.4)) / whole
        let b = Self.determinant((p.0, q.0, p.2), (p.1, q.1, p.3), (p.2, q.2, p.4)) / whole
        let c = Self.determinant((p.0, p.1, q.0), (p.1, p.2, q.1), (p.2, p.3, q.2)) / whole
        guard c < -1e-6 else { return nil }
        let x = -b / (2 * c)
        return (x, a + b * x / 2)
    }

    private typealias Row = (Double, Double, Double)

    private static func determinant(_ a: Row, _ b: Row, _ c: Row) -> Double {
        a.0 * (b.1 * c.2 - b.2 * c.1) - a.1 * (b.0 * c.2 - b.2 * c.0) + a.2 * (b.0 * c.1 - b.1 * c.0)
    }
}
