// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines over the viewfinder that help to compose.
public enum CompositionGrid: String, Sendable, CaseIterable {
    case off
    case thirds
    case square
    case golden

    /// A line across the whole picture.
    public struct Line: Equatable, Sendable {
        public let isVertical: Bool
        /// From the left or the top, in parts of the picture's width or height.
        public let position: Double
    }

    /// - Parameter ratio: the picture's width divided by its height.
    public func lines(ratio: Double) -> [Line] {
        switch self {
        case .off: return []
        case .thirds: return Self.both(at: [1.0 / 3, 2.0 / 3])
        // The golden section: the smaller part is to the larger as the larger to the whole.
        case .golden: return Self.both(at: [0.381_966, 0.618_034])
        case .square: return Self.squares(ratio: ratio)
        }
    }

    private static func both(at positions: [Double]) -> [Line] {
        positions.map { Line(isVertical: true, position: $0) }
            + positions.map { Line(isVertical: false, position: $0) }
    }

    /// Four squares along the shorter side, and as many as fit along the longer one, from the middle outwards.
    private static func squares(ratio: Double) -> [Line] {
        guard ratio > 0, ratio.isFinite else { return [] }
        let across = min(1, 1 / ratio) / 4
        let down = min(1, ratio) / 4
        return steps(across).map { Line(isVertical: true, position: $0) }
            + steps(down).map { Line(isVertical: false, position: $0) }
    }

    private static func steps(_ step: Double) -> [Double] {
        let count = Int((0.5 / step - 0.001).rounded(.down))
        guard count > 0, count < 100 else { return [0.5] }
        return (-count...count).map { 0.5 + Double($0) * step }
    }
}
