/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels; the largest number where there are more.
    public var area: Int {
        let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
        return isTooLarge ? .max : area
    }

    /// Whether either side is zero or negative: there is nothing to draw.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
}

extension PixelSize: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}
