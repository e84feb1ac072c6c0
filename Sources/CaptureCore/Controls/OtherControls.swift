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
        // Zoom has its own place where its numbers have a known meaning.
        return readings.filter {
            !dialled.contains($0.descriptor.id) && $0.descriptor.isShowable
                && SensorZoomRange($0.descriptor) == nil
        }
    }

    /// The same by group, each in the camera's own order; groups with nothing in them are left out.
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

    /// The value, or the nearest that the control takes; nil where none is near.
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
    /// This, or the end of the range that is nearer.
    func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension ControlID {
    private static let user: UInt32 = 0x0098_0900
    private static let camera: UInt32 = 0x009a_0900

    /// Corresponds to `V4L2_CID_HUE`.
    public static let hue = ControlID(rawValue: user + 3)
    /// Corresponds to `V4L2_CID_RED_BALANCE`.
    static let redBalance = ControlID(rawValue: user + 14)
    /// Corresponds to `V4L2_CID_BLUE_BALANCE`.
    static let blueBalance = ControlID(rawValue: user + 15)
    /// Corresponds to `V4L2_CID_GAMMA`.
    public static let gamma = ControlID(rawValue: user + 16)
    /// Corresponds to `V4L2_CID_AUTOGAIN`.
    static let gainAutomatic = ControlID(rawValue: user + 18)
    /// Corresponds to `V4L2_CID_HUE_AUTO`.
    static let hueAutomatic = ControlID(rawValue: user + 25)
    /// Corresponds to `V4L2_CID_COLORFX`.
    static let colorEffect = ControlID(rawValue: user + 31)
    /// Corresponds to `V4L2_CID_PAN_ABSOLUTE`.
    public static let pan = ControlID(rawValue: camera + 8)
    /// Corresponds to `V4L2_CID_TILT_ABSOLUTE`.
    public static let tilt = ControlID(rawValue: camera + 9)
    /// Corresponds to `V4L2_CID_ZOOM_CONTINUOUS`.
    static let zoomContinuous = ControlID(rawValue: camera + 15)
    /// Corresponds to `V4L2_CID_IRIS_ABSOLUTE`.
    static let iris = ControlID(rawValue: camera + 17)
    /// Corresponds to `V4L2_CID_WIDE_DYNAMIC_RANGE`.
    static let wideDynamicRange = ControlID(rawValue: camera + 21)
    /// Corresponds to `V4L2_CID_IMAGE_STABILIZATION`.
    static let stabilization = ControlID(rawValue: camera + 22)
    /// Corresponds to `V4L2_CID_ISO_SENSITIVITY`.
    static let iso = ControlID(rawValue: camera + 23)
    /// Corresponds to `V4L2_CID_ISO_SENSITIVITY_AUTO`.
    static let isoAutomatic = ControlID(rawValue: camera + 24)
    /// Corresponds to `V4L2_CID_EXPOSURE_METERING`.
    static let metering = ControlID(rawValue: camera + 25)
    /// Corresponds to `V4L2_CID_PAN_SPEED`.
    static let panSpeed = ControlID(rawValue: camera + 32)
    /// Corresponds to `V4L2_CID_TILT_SPEED`.
    static let tiltSpeed = ControlID(rawValue: camera + 33)
}
