// SPDX-License-Identifier: GPL-3.0-or-later
/// What is wrong with a camera's picture although its frames are whole.
public enum PictureTrouble: String, Sendable {
    /// No light: a cover, an electronic shutter, a program behind a relay that has nothing to send yet.
    case black
    /// Frames come, and all are the same picture.
    case still
    /// No colours, as of an infrared sensor.
    case colourless
}

/// Some figures about one picture.
public struct PictureLook: Equatable, Sendable {
    /// The mean, 0…1.
    public var brightness: Double
    /// Of the brightest place that was looked at, 0…1.
    public var brightest: Double
    public var hasColour: Bool
    /// The same for the same picture.
    public var mark: UInt64

    public init(brightness: Double, brightest: Double, hasColour: Bool, mark: UInt64) {
        (self.brightness, self.brightest) = (brightness, brightest)
        (self.hasColour, self.mark) = (hasColour, mark)
    }

    /// Sensors' noise behind a cover stays below this; the dimmest room that a face can be seen in does not.
    private static let blackLevel = 0.12

    public var isBlack: Bool { brightest < Self.blackLevel }
}

/// Judges what a stream shows from looks at some of its pictures. A value.
public struct PictureWatch: Sendable {
    /// How long something must last before it is trouble.
    public struct Patience: Sendable {
        let black, still, colourless: Duration

        /// In the window: cameras are black for a moment at their start, and a person waits for the picture.
        public static let window = Patience(
            black: .milliseconds(1500), still: .seconds(10), colourless: .seconds(3))
        /// For the diagnosis, which streams for two seconds.
        public static let trial = Patience(
            black: .seconds(1), still: .seconds(1), colourless: .seconds(1))
    }

    /// Fewer looks say nothing.
    private static let leastCount = 4

    private let patience: Patience
    private var blackSince: MonotonicTime?
    private var sameSince: MonotonicTime?
    private var greySince: MonotonicTime?
    private var count = 0
    private var sameCount = 0
    private var last: PictureLook?
    /// nil while nothing is wrong, as far as seen.
    public private(set) var trouble: PictureTrouble?

    public init(_ patience: Patience) { self.patience = patience }

    /// Whether the last picture was black.
    public var isBlack: Bool { last?.isBlack ?? false }

    /// A picture was looked at.
    public mutating func note(_ look: PictureLook, at time: MonotonicTime) {
        count += 1
        blackSince = look.isBlack ? blackSince ?? time : nil
        greySince = look.hasColour ? nil : greySince ?? time
        let isSame = look.mark == last?.mark
        sameSince = isSame ? sameSince ?? time : nil
        sameCount = isSame ? sameCount + 1 : 0
        last = look
        func lasts(_ since: MonotonicTime?, _ limit: Duration) -> Bool {
            since.map { time - $0 >= limit } ?? false
        }
        trouble =
            if count < Self.leastCount {
                nil
            } else if look.isBlack {
                lasts(blackSince, patience.black) ? .black : nil
            } else if sameCount >= Self.leastCount, lasts(sameSince, patience.still) {
                .still
            } else if lasts(greySince, patience.colourless) {
                .colourless
            } else {
                nil
            }
    }
}
