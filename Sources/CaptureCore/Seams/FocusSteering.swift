/// A click into the picture, or what stands for one.
public struct FocusRequest: Equatable, Sendable {
    public let point: PointOfInterest
    /// Press and hold: focus and exposure stay until the next click.
    public let isHeld: Bool
    /// The view's own count, by which it knows the answers to this click.
    public let number: Int

    public init(_ point: PointOfInterest, isHeld: Bool = false, number: Int) {
        (self.point, self.isHeld, self.number) = (point, isHeld, number)
    }
}

/// What became of the last click.
public struct FocusReport: Equatable, Sendable {
    /// The number of the click that this is about.
    public var number: Int
    public var indicator: FocusIndicator
    /// How far exposure can be changed at the point, in stops; nil where it can't.
    public var exposureRange: ClosedRange<Double>?

    public init(number: Int, indicator: FocusIndicator, exposureRange: ClosedRange<Double>? = nil) {
        (self.number, self.indicator, self.exposureRange) = (number, indicator, exposureRange)
    }
}

/// Focus and exposure on a point, as the views see them. All calls return at once.
public protocol FocusSteering: Sendable {
    /// Focuses and exposes there; ends what went on for an earlier point.
    func focus(_ request: FocusRequest)
    /// Back to the camera's own focus and exposure.
    func cancelFocus()
    /// Makes what is at the point lighter or darker, in stops.
    func compensateExposure(_ stops: Double)
    /// What becomes of the clicks. A new stream for each reader.
    func focusReports() -> AsyncStream<FocusReport>
}
