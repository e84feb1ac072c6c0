/// A click on the picture, or its equivalent.
public struct FocusRequest: Equatable, Sendable {
    public let point: PointOfInterest
    /// Press and hold: focus and exposure stay until the next click.
    public let isHeld: Bool
    /// The view's own count, which the answers to this click carry.
    public let number: Int

    public init(_ point: PointOfInterest, isHeld: Bool = false, number: Int) {
        (self.point, self.isHeld, self.number) = (point, isHeld, number)
    }
}

/// The result of the last click.
public struct FocusReport: Equatable, Sendable {
    /// The number of the click in question.
    public var number: Int
    public var indicator: FocusIndicator
    /// How far exposure can be changed at the point, in stops; nil where it can't.
    public var exposureRange: ClosedRange<Double>?

    public init(number: Int, indicator: FocusIndicator, exposureRange: ClosedRange<Double>? = nil) {
        (self.number, self.indicator, self.exposureRange) = (number, indicator, exposureRange)
    }
}

/// Focus and exposure on a point, for the views. All calls return at once.
public protocol FocusSteering: Sendable {
    /// Focuses and exposes there; ends earlier points.
    func focus(_ request: FocusRequest)
    /// Back to the camera's own focus and exposure.
    func cancelFocus()
    /// Makes what is at the point lighter or darker, in stops.
    func compensateExposure(_ stops: Double)
    /// The results of the clicks. A new stream for each reader.
    func focusReports() -> AsyncStream<FocusReport>
}
