// SPDX-License-Identifier: GPL-3.0-or-later
/// One of Pro's dials: a control that a photographer sets, and whether the camera decides it now.
public struct Dial: Equatable, Sendable, Identifiable {
    public enum Kind: String, Sendable, CaseIterable {
        case shutter, gain, whiteBalance, focus, exposureCompensation
    }

    public let kind: Kind
    public let control: ControlID
    public let range: ClosedRange<Int64>
    /// At least 1.
    public let step: Int64
    public let defaultValue: Int64
    /// nil if the camera does not answer.
    public let value: Int64?
    /// Whether the camera decides it.
    public let isAutomatic: Bool
    /// The control that switches between automatic and manual; nil if there is none.
    public let automatic: AutomaticSwitch?

    public var id: Kind { kind }

    /// The dials that a camera has, in the order a photographer looks for them. Others are absent.
    public static func all(from readings: [ControlReading]) -> [Dial] {
        let byID = Dictionary(readings.map { ($0.descriptor.id, $0) }) { first, _ in first }
        return Kind.allCases.compactMap { Dial($0, byID) }
    }

    private init?(_ kind: Kind, _ readings: [ControlID: ControlReading]) {
        guard let reading = readings[kind.control],
            case .integer(let range, let step) = reading.descriptor.kind, range.lowerBound < range.upperBound,
            !reading.descriptor.flags.contains(.readOnly)
        else { return nil }
        self.kind = kind
        control = kind.control
        self.range = range
        self.step = step
        defaultValue = reading.descriptor.defaultValue
        value = reading.value
        automatic = kind.automaticSwitch(readings)
        // Compensation adjusts the automatic, so it is never automatic itself.
        isAutomatic = automatic.map { readings[$0.control]?.value != $0.manual } ?? false
    }
}

/// A control that switches others between automatic and manual.
public struct AutomaticSwitch: Equatable, Sendable {
    public let control: ControlID
    let automatic: Int64
    let manual: Int64
}

extension Dial.Kind {
    var control: ControlID {
        switch self {
        case .shutter: .exposureTime
        case .gain: .gain
        case .whiteBalance: .whiteBalanceTemperature
        case .focus: .focusPosition
        case .exposureCompensation: .exposureCompensation
        }
    }

    fileprivate func automaticSwitch(_ readings: [ControlID: ControlReading]) -> AutomaticSwitch? {
        switch self {
        case .shutter, .gain: readings[.exposureMode].flatMap { AutomaticSwitch.exposure($0.descriptor) }
        case .whiteBalance: AutomaticSwitch.boolean(.whiteBalanceAutomatic, readings)
        case .focus: AutomaticSwitch.boolean(.focusAutomatic, readings)
        case .exposureCompensation: nil
        }
    }
}

extension Dial {
    /// The controls needed to make the dials.
    public static let controls =
        [ControlID.focusAutomatic, .exposureMode, .whiteBalanceAutomatic] + Kind.allCases.map(\.control)
}

extension AutomaticSwitch {
    fileprivate static func boolean(
        _ control: ControlID, _ readings: [ControlID: ControlReading]
    ) -> AutomaticSwitch? {
        readings[control].map { _ in AutomaticSwitch(control: control, automatic: 1, manual: 0) }
    }

    /// `V4L2_CID_EXPOSURE_AUTO`: 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority. A webcam has 1 and 3:
    /// its aperture is fixed, so for it "aperture priority" is automatic.
    fileprivate static func exposure(_ descriptor: ControlDescriptor) -> AutomaticSwitch? {
        guard case .menu(let entries) = descriptor.kind else { return nil }
        let values = entries.map(\.value)
        guard values.contains(1), let automatic = [3, 0].first(where: values.contains) else { return nil }
        return AutomaticSwitch(control: descriptor.id, automatic: automatic, manual: 1)
    }
}
