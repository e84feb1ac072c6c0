// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc

/// The moment of a frame.
struct SceneMoment: Equatable {
    /// Since streaming began; moves what swings.
    var seconds: Double
    /// The clocks' time.
    var localTime: CivilDate
    /// The frame's number; seeds its noise.
    var frame: UInt32
}

/// The parts that change from frame to frame.
enum MovingPart: CaseIterable {
    case wallClock, deskClock, rod

    var dioptres: Float { self == .wallClock ? SceneDepth.room : SceneDepth.desk }

    func box(at moment: SceneMoment) -> Box {
        switch self {
        case .wallClock: Box(308, 108, 532, 332)
        case .deskClock: Box(1296, 884, 1662, 1010)
        case .rod: Self.rodBox(angle: Self.angle(moment))
        }
    }

    /// The rod's extent at an angle.
    private static func rodBox(angle: Float) -> Box {
        let tip = pivot + Point(sinf(angle), -cosf(angle)) * 320
        return Box(min(tip.x, pivot.x) - 34, tip.y - 8, max(tip.x, pivot.x) + 34, pivot.y + 12)
    }

    fileprivate static let pivot = Point(1262, 780)
    fileprivate static let clockCentre = Point(420, 220)

    /// Of the metronome's rod from upright, in radians: once each way in a second.
    fileprivate static func angle(_ moment: SceneMoment) -> Float {
        0.36 * Float(sin(.pi * moment.seconds))
    }
}

/// The pictures of the moving parts, at two pixels in a scene unit.
struct MovingPictures {
    private let hour, minute, second, rod: Picture
    /// 0 to 9, all where the first digit of the desk clock is.
    private let digits: [Picture]

    private static let density: Float = 2
    private static let digitWidth = 80
    /// How far the desk clock's digits are from the first, in scene units.
    private static let columns: [Float] = [0, 46, 116, 162, 232, 278]

    /// - Throws: as `PictureFile`.
    init(_ folder: String) throws(CameraError) {
        func read(_ name: String, _ x: Float, _ y: Float) throws(CameraError) -> Picture {
            Picture(try PictureFile("\(folder)/\(name).png"), at: Point(x, y), density: Self.density)
        }
        hour = try read("hour", 412, 148)
        minute = try read("minute", 412, 116)
        second = try read("second", 408, 124)
        rod = try read("rod", 1234, 456)
        let all = try read("digits", 1320, 912)
        digits = (0..<10).map { digit in
            let one = LinearImage(
                left: all.pixels.left, top: all.pixels.top, width: Self.digitWidth, height: all.pixels.height)
            for y in 0..<one.height {
                for x in 0..<one.width {
                    one.line(y)[x] = all.pixels.line(y)[min(all.pixels.width - 1, digit * one.width + x)]
                }
            }
            return Picture(one, density: Self.density)
        }
    }

    private init(_ other: MovingPictures, _ change: (Picture) -> Picture) {
        hour = change(other.hour)
        minute = change(other.minute)
        second = change(other.second)
        rod = change(other.rod)
        digits = other.digits.map(change)
    }

    /// The same for images of a level in a view, at twice their pixels, so that they can be turned there.
    func prepared(for view: SceneView, level: Int) -> MovingPictures {
        let density = 2 * view.scale / Float(1 << level)
        return MovingPictures(self) { picture in
            let box = picture.box
            let (left, top) = ((box.left * density).rounded(.down), (box.top * density).rounded(.down))
            let target = LinearImage(
                left: Int(left), top: Int(top), width: Int((box.right * density - left).rounded(.up)),
                height: Int((box.bottom * density - top).rounded(.up)))
            picture.resample(into: target, scale: density, offset: .zero)
            return Picture(target, density: density)
        }
    }

    func draw(_ part: MovingPart, at moment: SceneMoment, on image: LinearImage, _ view: SceneView) {
        let time = moment.localTime
        switch part {
        case .wallClock:
            let second = Float(time.second) / 60
            let minute = (Float(time.minute) + second) / 60
            let hour = (Float(time.hour % 12) + minute) / 12
            for (hand, turn) in [(self.hour, hour), (self.minute, minute), (self.second, second)] {
                hand.draw(on: image, view, angle: turn * 2 * .pi, about: MovingPart.clockCentre)
            }
        case .deskClock:
            let shown = [time.hour, time.minute, time.second].flatMap { [$0 / 10, $0 % 10] }
            for (column, digit) in zip(Self.columns, shown) {
                digits[digit].draw(on: image, view, moved: column)
            }
        case .rod:
            rod.draw(on: image, view, angle: MovingPart.angle(moment), about: MovingPart.pivot)
        }
    }
}

extension Picture {
    /// Lays it over an image, turned clockwise about a point of the scene, or moved to the right.
    fileprivate func draw(
        on image: LinearImage, _ view: SceneView, angle: Float = 0, about pivot: Point = .zero,
        moved: Float = 0
    ) {
        // From one pixel of the image to the next in this picture's pixels.
        let pixel = Float(1 << image.level)
        let step = density / view.scale * pixel
        let (across, down) = (Point(cosf(angle), -sinf(angle)) * step, Point(sinf(angle), cosf(angle)) * step)
        let corner = Point(Float(image.left), Float(image.top)) + Point(repeating: pixel / 2) - view.offset
        let way = (corner / view.scale - Point(moved, 0) - pivot) * (view.scale / pixel)
        let origin = Point(Float(pixels.left), Float(pixels.top)) + Point(0.5, 0.5)
        let first = pivot * density - origin + way.x * across + way.y * down
        let limit = Point(Float(pixels.width - 1), Float(pixels.height - 1))
        let (columnStep, rowStep) = (Fixed.of(across.x), Fixed.of(across.y))
        let (lastColumn, lastRow) = (Fixed.of(limit.x), Fixed.of(limit.y))
        for y in 0..<image.height {
            let line = image.line(y)
            let start = first + Float(y) * down
            let range = Self.range(start, across, limit, count: image.width)
            var column = Fixed.of(start.x) + range.lowerBound * columnStep
            var row = Fixed.of(start.y) + range.lowerBound * rowStep
            for x in range {
                if column >= 0, row >= 0, column < lastColumn, row < lastRow,
                    let colour = between(column, row)
                {
                    line[x] = (colour + Radiance(stored: line[x]) * (1 - colour.w)).stored
                }
                column += columnStep
                row += rowStep
            }
        }
    }

    /// Where a line of steps runs inside of a rectangle, or a step beside it.
    private static func range(_ start: Point, _ step: Point, _ limit: Point, count: Int) -> Range<Int> {
        var (low, high) = (Float(0), Float(count))
        for axis in 0..<2 {
            // A line along the other axis is outside or inside all the way.
            let slope = abs(step[axis]) < 1e-6 ? 1e-6 : step[axis]
            let (one, other) = (-start[axis] / slope, (limit[axis] - start[axis]) / slope)
            low = max(low, min(one, other) - 1)
            high = min(high, max(one, other) + 1)
        }
        return low < high ? Int(low)..<Int(high.rounded(.up)) : 0..<0
    }

    /// The mean of four pixels by nearness; nil if all are transparent.
    @inline(__always)
    private func between(_ column: Int, _ row: Int) -> Radiance? {
        let start = pixels.line(row >> Fixed.bits) + (column >> Fixed.bits)
        let below = start + pixels.width
        guard (start[0] | start[1] | below[0] | below[1]).w != 0 else { return nil }
        let (right, down) = (Fixed.part(column), Fixed.part(row))
        let top = Radiance(stored: start[0]) * (1 - right) + Radiance(stored: start[1]) * right
        let bottom = Radiance(stored: below[0]) * (1 - right) + Radiance(stored: below[1]) * right
        return top * (1 - down) + bottom * down
    }
}

/// Places between pixels in fixed point, which is faster to split.
private enum Fixed {
    static let bits = 16

    static func of(_ place: Float) -> Int { Int(place * Float(1 << bits)) }

    /// How far it is from the last whole number.
    @inline(__always)
    static func part(_ place: Int) -> Float { Float(place & ((1 << bits) - 1)) / Float(1 << bits) }
}
