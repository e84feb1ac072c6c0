internal import Glibc

/// What a shape is filled with: a colour for each point of the scene, in linear light, premultiplied.
///
/// Coverage below the colour's own makes light: it is added to what lies behind.
enum Paint {
    case plain(Radiance)
    case varying((Point) -> Radiance)

    /// From one colour at `from` to another at `to`, straight.
    static func linear(_ from: Point, _ a: Radiance, _ to: Point, _ b: Radiance) -> Paint {
        let along = (to - from) / ((to - from) * (to - from)).sum()
        return .varying { a + (b - a) * min(1, max(0, (($0 - from) * along).sum())) }
    }

    /// Down the scene, through several colours.
    static func vertical(_ stops: [(y: Float, Radiance)]) -> Paint {
        .varying { point in
            var previous = stops[0]
            for stop in stops {
                if point.y < stop.y {
                    let part = (point.y - previous.y) / max(1e-6, stop.y - previous.y)
                    return previous.1 + (stop.1 - previous.1) * max(0, part)
                }
                previous = stop
            }
            return previous.1
        }
    }

    /// From the centre outward, smoothly; nothing changes beyond the radius.
    static func radial(_ centre: Point, _ radius: Point, _ inner: Radiance, _ outer: Radiance) -> Paint {
        .varying { point in
            let way = (point - centre) / radius
            let t = min(1, (way * way).sum().squareRoot())
            return inner + (outer - inner) * (t * t * (3 - 2 * t))
        }
    }

    /// Changes with the angle around a centre, like light on turned metal: `turns` is 0…1, 0 to the right.
    static func turned(_ centre: Point, _ shade: @escaping (_ turn: Float) -> Radiance) -> Paint {
        .varying { point in
            let way = point - centre
            let turn = atan2f(way.y, way.x) / (2 * .pi)
            return shade(turn < 0 ? turn + 1 : turn)
        }
    }
}

/// Colours by their sRGB codes, as designers write them.
enum Ink {
    /// - Parameters:
    ///   - code: 0xRRGGBB.
    ///   - light: how much brighter than the code says; above 1 for lamps.
    static func of(_ code: UInt32, light: Float = 1) -> Radiance {
        let channels = [code >> 16 & 255, code >> 8 & 255, code & 255].map {
            SRGB.linear(Float($0) / 255) * light
        }
        return Radiance(channels[0], channels[1], channels[2], 1)
    }

    /// The same with less coverage.
    static func of(_ code: UInt32, alpha: Float) -> Radiance { of(code) * alpha }

    /// Light that is added to what it falls on.
    static func glow(_ code: UInt32, _ light: Float) -> Radiance {
        var colour = of(code, light: light)
        colour.w = 0
        return colour
    }

    static let none = Radiance.zero
}

/// The transfer function of IEC 61966-2-1 (sRGB).
enum SRGB {
    static func linear(_ code: Float) -> Float {
        code <= 0.04045 ? code / 12.92 : powf((code + 0.055) / 1.055, 2.4)
    }

    static func code(_ linear: Float) -> Float {
        linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * powf(linear, 1 / 2.4) - 0.055
    }
}
