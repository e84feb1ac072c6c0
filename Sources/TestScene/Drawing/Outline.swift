internal import Glibc

typealias Point = SIMD2<Float>

/// A rectangle in scene units.
struct Box: Equatable {
    var left, top, right, bottom: Float

    init(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    var width: Float { right - left }
    var height: Float { bottom - top }

    func grown(by margin: Float) -> Box {
        Box(left - margin, top - margin, right + margin, bottom + margin)
    }
}

/// The edge of a shape, flattened to straight lines, in scene units; contours that turn the other way cut holes.
struct Outline {
    private(set) var contours: [[Point]] = []

    static func polygon(_ points: [Point]) -> Outline { Outline(contours: [points]) }

    static func box(_ box: Box) -> Outline {
        polygon([
            Point(box.left, box.top), Point(box.right, box.top), Point(box.right, box.bottom),
            Point(box.left, box.bottom),
        ])
    }

    static func rounded(_ box: Box, radius: Float) -> Outline {
        let r = min(radius, min(box.width, box.height) / 2)
        let corners = [
            (Point(box.right - r, box.top + r), -0.25), (Point(box.right - r, box.bottom - r), 0),
            (Point(box.left + r, box.bottom - r), 0.25), (Point(box.left + r, box.top + r), 0.5),
        ]
        return polygon(
            corners.flatMap { centre, turn in
                (0...8).map { onCircle(centre, r, turn: Float(turn) + Float($0) / 32) }
            })
    }

    static func circle(_ centre: Point, _ radius: Float) -> Outline {
        let count = max(24, Int(radius * 0.8))
        return polygon((0..<count).map { onCircle(centre, radius, turn: Float($0) / Float(count)) })
    }

    static func ellipse(_ centre: Point, _ width: Float, _ height: Float) -> Outline {
        let unit = circle(Point(0, 0), 64).contours[0]
        return polygon(unit.map { centre + $0 / 64 * Point(width, height) / 2 })
    }

    static func ring(_ centre: Point, from inner: Float, to outer: Float) -> Outline {
        circle(centre, outer) - circle(centre, inner)
    }

    /// A piece of a ring between two angles in turns, 0 to the right, growing clockwise.
    static func arc(_ centre: Point, from inner: Float, to outer: Float, turns: ClosedRange<Float>) -> Outline
    {
        let span = turns.upperBound - turns.lowerBound
        let count = max(2, Int(span * outer))
        let there = (0...count).map {
            onCircle(centre, outer, turn: turns.lowerBound + span * Float($0) / Float(count))
        }
        let back = (0...count).map {
            onCircle(centre, inner, turn: turns.upperBound - span * Float($0) / Float(count))
        }
        return polygon(there + back)
    }

    /// A straight stroke with square ends.
    static func line(_ from: Point, _ to: Point, width: Float) -> Outline {
        let along = to - from
        let length = max(1e-6, (along * along).sum().squareRoot())
        let side = Point(-along.y, along.x) / length * (width / 2)
        return polygon([from + side, from - side, to - side, to + side])
    }

    /// A point on a circle, its angle given in turns: 0 to the right, growing clockwise.
    static func onCircle(_ centre: Point, _ radius: Float, turn: Float) -> Point {
        let angle = turn * 2 * .pi
        return centre + Point(cosf(angle), sinf(angle)) * radius
    }

    static func + (a: Outline, b: Outline) -> Outline { Outline(contours: a.contours + b.contours) }

    /// `a` with a hole of the shape of `b`, which must lie inside of it and turn the same way.
    static func - (a: Outline, b: Outline) -> Outline {
        Outline(contours: a.contours + b.contours.map { $0.reversed() })
    }

    static func joined(_ parts: [Outline]) -> Outline { Outline(contours: parts.flatMap(\.contours)) }
}
