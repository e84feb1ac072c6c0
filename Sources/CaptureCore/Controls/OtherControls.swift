// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls that have no dial, for "More".
public enum OtherControls {
    /// Where people look for a control.
    public enum Group: Int, Sendable, CaseIterable {
        case picture, exposure, lens, camera
    }

    /// Everything without a dial that can be shown: numbers, switches, menus and buttons. Bit masks are left out.
    public static func all(in readings: [ControlReading]) -> [ControlReading] {
        let dials = Dial.all(from: readings)
        let dialled = Set(dials.map(\.control) + dials.compactMap(\.automatic?.control))
        // Zoom has its own place if the meaning of its values is known.
        return readings.filter {
            !dialled.contains($0.descriptor.id) && $0.descriptor.isShowable
                && SensorZoomRange($0.descriptor) == nil
        }
    }

    /// Those of them whose values can be stored and restored.
    static func settings(in readings: [ControlReading]) -> [ControlDescriptor] {
        all(in: readings).map(\.descriptor).filter(\.isSetting)
    }

    /// All by group, each in the camera's own order; groups with nothing in them are left out.
    public static func groups(in readings: [ControlReading]) -> [(group: Group, controls: [ControlReading])] {
        let all = all(in: readings)
        return Group.allCases.compactMap { group in
            let controls = all.filter { Self.group(of: $0.descriptor.id) == group }
            return controls.isEmpty ? nil : (group, controls)
        }
    }

    private static func group(of control: ControlID) -> Group {
        if picture.contains(control) { return .picture }
        if exposure.contains(control) { return .exposure }
        return lens.contains(control) ? .lens : .camera
    }

    private static let picture: Set<ControlID> = [
        .brightness, .contrast, .saturation, .hue, .hueAutomatic, .gamma, .sharpness, .whiteBalanceAutomatic,
        .redBalance, .blueBalance, .colorEffect,
    ]

    private static let exposure: Set<ControlID> = [
        .exposureMode, .gainAutomatic, .backlightCompensation, .powerLineFrequency, .dynamicFrameRate, .iris,
        .wideDynamicRange, .iso, .isoAutomatic, .metering,
    ]

    private static let lens: Set<ControlID> = [
        .focusAutomatic, .zoom, .zoomContinuous, .pan, .tilt, .panSpeed, .tiltSpeed, .stabilization,
    ]
}

extension ControlDescriptor {
    fileprivate var isShowable: Bool {
        switch kind {
        case .integer(let range, _): range.lowerBound < range.upperBound
        case .boolean, .button: true
        case .menu(let entries): !entries.isEmpty
        case .bitmask: false
        }
    }

    /// The value, or the nearest that the control takes; nil if none is near.
    public func possible(_ value: Int64) -> Int64? {
        switch kind {
        case .integer(let range, _): value.clamped(to: range)
        case .boolean: value == 0 ? 0 : 1
        case .menu(let entries): entries.contains { $0.value == value } ? value : nil
        case .bitmask, .button: nil
        }
    }
}

extension Int64 {
    /// The number, clamped to the range.
    func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
