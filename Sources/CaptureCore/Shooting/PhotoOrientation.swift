// SPDX-License-Identifier: GPL-3.0-or-later
/// How a viewer has to turn a picture, and whether to swap its sides first.
public struct PhotoOrientation: Hashable, Sendable {
    /// Clockwise.
    public enum Turn: Int, Sendable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    public var turn: Turn
    /// Whether left and right are swapped before turning.
    public var isMirrored: Bool

    public init(turn: Turn, isMirrored: Bool) {
        self.turn = turn
        self.isMirrored = isMirrored
    }

    /// As the camera delivered it.
    public static let upright = PhotoOrientation(turn: .none, isMirrored: false)

    /// The value of EXIF's Orientation, 1…8 (Exif 2.32, 4.6.4 A).
    public var exifValue: UInt16 {
        switch (turn, isMirrored) {
        case (.none, false): 1
        case (.none, true): 2
        case (.half, false): 3
        case (.half, true): 4
        case (.threeQuarters, true): 5
        case (.quarter, false): 6
        case (.quarter, true): 7
        case (.threeQuarters, false): 8
        }
    }

    /// - Parameter value: anything but 1…8 means upright, as viewers have it.
    public init(exifValue value: Int) {
        let all = Turn.allCases.flatMap { turn in
            [false, true].map { PhotoOrientation(turn: turn, isMirrored: $0) }
        }
        self = all.first { Int($0.exifValue) == value } ?? .upright
    }

    public var swapsSides: Bool { turn == .quarter || turn == .threeQuarters }

    /// The size after turning, and before: it is the same swap.
    public func applied(to size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Turned by a quarter more.
    public func turned(clockwise: Bool) -> PhotoOrientation {
        let degrees = (turn.rawValue + (clockwise ? 90 : 270)) % 360
        return PhotoOrientation(turn: Turn(rawValue: degrees) ?? .none, isMirrored: isMirrored)
    }
}
