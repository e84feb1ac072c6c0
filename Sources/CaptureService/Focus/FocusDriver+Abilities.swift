internal import CaptureCore

/// What the camera can do about a point now.
extension FocusDriver {
    /// What has to be known of a camera: asking for everything takes seconds with some.
    static let controls: [ControlID] = Dial.controls + [.regionAutomatics, .focusStart, .focusStatus]

    /// By its controls, and by what the photographer has not decided already.
    func capabilities(_ readings: [ControlReading]) -> FocusCapabilities {
        let found = FocusCapabilities(readings)
        func value(_ control: ControlID) -> Int64? {
            readings.first { $0.descriptor.id == control }?.value ?? nil
        }
        // Continuous focus that was off before the first click is not switched on after it.
        let isFirst = machine.state.target == nil
        let hasContinuous =
            found.hasContinuous
            && (isFirst ? value(.focusAutomatic) != 0 : machine.capabilities.hasContinuous)
        let shutter = Dial.all(from: readings).first { $0.kind == .shutter }
        let isFixed =
            !fixedByHand.isDisjoint(with: [.shutter, .gain])
            || (shutter?.isAutomatic == false && !exposure.isTakenOver)
        return FocusCapabilities(
            focus: found.focus, metering: found.metering == .spot && isFixed ? .none : found.metering,
            hasContinuous: hasContinuous)
    }

    func exposureRange(_ readings: [ControlReading]) -> ClosedRange<Double>? {
        if machine.capabilities.metering == .spot { return ExposureKeeper.range }
        guard let dial = Dial.all(from: readings).first(where: { $0.kind == .exposureCompensation }),
            readings.contains(where: {
                $0.descriptor.id == dial.control && !$0.descriptor.flags.contains(.inactive)
            })
        else { return nil }
        return Double(dial.range.lowerBound) / 1000...Double(dial.range.upperBound) / 1000
    }
}

extension ControlWish {
    /// The dial that it is about, and whether that is the photographer's now.
    var focusDial: (kind: Dial.Kind, isManual: Bool)? {
        switch self {
        case .manual(let dial, _): (dial.kind, true)
        case .automatic(let dial): (dial.kind, false)
        case .set, .standard, .press: nil
        }
    }
}
