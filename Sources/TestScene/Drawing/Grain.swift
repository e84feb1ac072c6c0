/// Repeatable irregularity: the same place always gives the same number.
enum Grain {
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

    /// Value noise, 0…1: smooth between the whole-numbered places.
    @inline(__always)
    static func smooth(_ point: Point) -> Float {
        let (x, y) = (point.x.rounded(.down), point.y.rounded(.down))
        let (column, row) = (Int32(x), Int32(y))
        let (u, v) = (eased(point.x - x), eased(point.y - y))
        let above = at(column, row) * (1 - u) + at(column + 1, row) * u
        let below = at(column, row + 1) * (1 - u) + at(column + 1, row + 1) * u
        return above * (1 - v) + below * v
    }

    @inline(__always)
    private static func eased(_ t: Float) -> Float { t * t * (3 - 2 * t) }
}
