// SPDX-License-Identifier: GPL-3.0-or-later
/// How a camera can be focused on a point.
public enum FocusStrategy: Hashable, Sendable {
    /// (a) The camera focuses by a region of interest.
    case region
    /// (b) The camera focuses once when asked; the result is checked.
    case oneShot
    /// (c) Tintype moves the lens and measures sharpness.
    case contrast(FocusRange)
    /// (d) The lens can't be moved.
    case fixed
}

/// How a camera can be exposed for a point.
public enum MeteringStrategy: Hashable, Sendable {
    /// The camera exposes by a region of interest: firmware that burns the rest of the picture out is not kept from it.
    case region
    /// Tintype meters the spot and the picture, and sets exposure time and gain.
    case spot
    /// The camera offers nothing to set.
    case none
}

/// A camera's abilities for a point of interest, from its controls.
public struct FocusCapabilities: Hashable, Sendable {
    public let focus: FocusStrategy
    public let metering: MeteringStrategy
    /// Whether the camera focuses continuously by itself, which must be off before its lens is moved.
    public let hasContinuous: Bool

    public init(focus: FocusStrategy, metering: MeteringStrategy, hasContinuous: Bool) {
        (self.focus, self.metering, self.hasContinuous) = (focus, metering, hasContinuous)
    }

    public init(_ readings: [ControlReading]) {
        let controls = Dictionary(
            readings.map { ($0.descriptor.id, $0.descriptor) }, uniquingKeysWith: { first, _ in first })
        let region = Self.regionAutomatics(controls)
        hasContinuous = Self.isWritable(controls[.focusAutomatic])
        focus =
            if region.contains(.focus) {
                .region
            } else if Self.isWritable(controls[.focusStart]), controls[.focusStatus] != nil {
                .oneShot
            } else if Self.isWritable(controls[.focusPosition]),
                let range = controls[.focusPosition].flatMap({ FocusRange($0) })
            {
                .contrast(range)
            } else {
                .fixed
            }
        metering =
            if SpotMetering(readings, frameInterval: .milliseconds(33)) != nil {
                .spot
            } else if region.contains(.exposure) {
                .region
            } else {
                .none
            }
    }

    /// The camera's region automatics. The rectangle is compound and not listed; the kernel has both or neither.
    private static func regionAutomatics(_ controls: [ControlID: ControlDescriptor]) -> RegionAutomatics {
        guard let descriptor = controls[.regionAutomatics] else { return [] }
        switch descriptor.kind {
        case .bitmask(let maximum): return RegionAutomatics(rawValue: maximum)
        case .integer(let range, _): return RegionAutomatics(rawValue: range.upperBound)
        case .boolean, .menu, .button: return []
        }
    }

    private static func isWritable(_ descriptor: ControlDescriptor?) -> Bool {
        descriptor.map { !$0.flags.contains(.readOnly) } ?? false
    }
}

extension FocusStrategy: CustomStringConvertible {
    /// For `--list-cameras -v` and the log.
    public var description: String {
        switch self {
        case .region: "region of interest"
        case .oneShot: "one-shot auto focus"
        case .contrast(let range): "contrast search over \(range.lower)…\(range.upper), step \(range.step)"
        case .fixed: "fixed"
        }
    }
}

extension MeteringStrategy: CustomStringConvertible {
    public var description: String {
        switch self {
        case .region: "region of interest"
        case .spot: "spot metering by exposure time and gain"
        case .none: "none"
        }
    }
}
