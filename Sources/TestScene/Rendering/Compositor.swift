// SPDX-License-Identifier: GPL-3.0-or-later
/// Lays pictures over one another.
enum Compositor {
    /// Lays `image` over `frame`, both in the frame's pixels; images of higher levels are enlarged smoothly.
    ///
    /// - Parameter frame: of level 0.
    static func lay(_ image: LinearImage, over frame: LinearImage) {
        let pixel = 1 << image.level
        let left = max(image.left, frame.left)
        let right = min(image.left + image.width * pixel, frame.left + frame.width)
        let top = max(image.top, frame.top)
        let bottom = min(image.top + image.height * pixel, frame.top + frame.height)
        guard left < right, top < bottom else { return }
        guard image.level > 0 else {
            for y in top..<bottom {
                let from = image.line(y - image.top) + (left - image.left)
                let to = frame.line(y - frame.top) + (left - frame.left)
                for x in 0..<(right - left) where from[x] != .zero {
                    blend(Radiance(stored: from[x]), to + x)
                }
            }
            return
        }
        withUnsafeTemporaryAllocation(of: Radiance.self, capacity: image.width) { scratch in
            guard let line = scratch.baseAddress else { return }
            for y in top..<bottom {
                mixLines(image, y, line)
                enlarge(
                    line, image, to: frame.line(y - frame.top) - frame.left, from: left, until: right)
            }
        }
    }

    /// The line of an enlarged image that belongs at `y`, still with its own pixels along it.
    private static func mixLines(_ image: LinearImage, _ y: Int, _ line: UnsafeMutablePointer<Radiance>) {
        let (index, part) = place(y - image.top, image)
        let above = image.line(min(max(index, 0), image.height - 1))
        let below = image.line(min(max(index + 1, 0), image.height - 1))
        for x in 0..<image.width {
            let first = Radiance(stored: above[x])
            line[x] = first + (Radiance(stored: below[x]) - first) * part
        }
    }

    private static func enlarge(
        _ line: UnsafeMutablePointer<Radiance>, _ image: LinearImage,
        to target: UnsafeMutablePointer<LinearImage.Stored>, from left: Int, until right: Int
    ) {
        let last = image.width - 1
        for x in left..<right {
            let (index, part) = place(x - image.left, image)
            let first = line[min(max(index, 0), last)]
            let second = line[min(max(index + 1, 0), last)]
            blend(first + (second - first) * part, target + x)
        }
    }

    /// Between which two pixels of the image a pixel of the frame lies, and how far from the first.
    @inline(__always)
    private static func place(_ distance: Int, _ image: LinearImage) -> (index: Int, part: Float) {
        // In half pixels of the frame, shifted so that the result is never negative.
        let half = 2 * distance + 1 + (1 << image.level)
        let index = half >> (image.level + 1)
        let rest = half & ((2 << image.level) - 1)
        return (index - 1, Float(rest) / Float(2 << image.level))
    }

    @inline(__always)
    private static func blend(_ colour: Radiance, _ target: UnsafeMutablePointer<LinearImage.Stored>) {
        if colour.w >= 1 {
            target.pointee = colour.stored
        } else {
            target.pointee = (colour + Radiance(stored: target.pointee) * (1 - colour.w)).stored
        }
    }
}
