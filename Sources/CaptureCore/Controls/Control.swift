// SPDX-License-Identifier: GPL-3.0-or-later
/// A camera control by its number.
///
/// The raw value is the kernel's `V4L2_CID_…` number; the test scene uses the same numbers.
public struct ControlID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private static let user: UInt32 = 0x0098_0900
    private static let codec: UInt32 = 0x0099_0900
    private static let camera: UInt32 = 0x009a_0900

    /// Corresponds to `V4L2_CID_BRIGHTNESS`.
    public static let brightness = ControlID(rawValue: user)
    /// Corresponds to `V4L2_CID_CONTRAST`.
    public static let contrast = ControlID(rawValue: user + 1)
    /// Corresponds to `V4L2_CID_SATURATION`.
    public static let saturation = ControlID(rawValue: user + 2)
    /// Boolean. Corresponds to `V4L2_CID_AUTO_WHITE_BALANCE`.
    public static let whiteBalanceAutomatic = ControlID(rawValue: user + 12)
    /// Sensor gain, in steps of the camera's own. Corresponds to `V4L2_CID_GAIN`.
    public static let gain = ControlID(rawValue: user + 19)
    /// Menu: off, 50 Hz, 60 Hz, automatic. Corresponds to `V4L2_CID_POWER_LINE_FREQUENCY`.
    public static let powerLineFrequency = ControlID(rawValue: user + 24)
    /// Kelvin. Corresponds to `V4L2_CID_WHITE_BALANCE_TEMPERATURE`.
    public static let whiteBalanceTemperature = ControlID(rawValue: user + 26)
    /// Corresponds to `V4L2_CID_SHARPNESS`.
    public static let sharpness = ControlID(rawValue: user + 27)
    /// Corresponds to `V4L2_CID_BACKLIGHT_COMPENSATION`.
    public static let backlightCompensation = ControlID(rawValue: user + 28)
    /// Menu: 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority; most webcams have 1 and 3 only.
    /// Corresponds to `V4L2_CID_EXPOSURE_AUTO`.
    public static let exposureMode = ControlID(rawValue: camera + 1)
    /// In 100 microseconds. Corresponds to `V4L2_CID_EXPOSURE_ABSOLUTE`.
    public static let exposureTime = ControlID(rawValue: camera + 2)
    /// Boolean: the camera may lower its rate in the dark. Corresponds to `V4L2_CID_EXPOSURE_AUTO_PRIORITY`.
    public static let dynamicFrameRate = ControlID(rawValue: camera + 3)
    /// Larger is nearer, in the motor's own steps. Corresponds to `V4L2_CID_FOCUS_ABSOLUTE`.
    public static let focusPosition = ControlID(rawValue: camera + 10)
    /// Boolean: continuous auto focus. Corresponds to `V4L2_CID_FOCUS_AUTO`.
    public static let focusAutomatic = ControlID(rawValue: camera + 12)
    /// Corresponds to `V4L2_CID_ZOOM_ABSOLUTE`.
    public static let zoom = ControlID(rawValue: camera + 13)
    /// Boolean: a shutter before the lens is closed. Corresponds to `V4L2_CID_PRIVACY`.
    public static let privacy = ControlID(rawValue: camera + 16)
    /// In 0.001 EV. Corresponds to `V4L2_CID_AUTO_EXPOSURE_BIAS`.
    public static let exposureCompensation = ControlID(rawValue: camera + 19)

    // Those without a dial.

    /// Button: the next coded picture is a key picture. Corresponds to `V4L2_CID_MPEG_VIDEO_FORCE_KEY_FRAME`.
    public static let forceKeyPicture = ControlID(rawValue: codec + 229)
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
    public static let panSpeed = ControlID(rawValue: camera + 32)
    /// Corresponds to `V4L2_CID_TILT_SPEED`.
    public static let tiltSpeed = ControlID(rawValue: camera + 33)
    /// Corresponds to `V4L2_CID_CAMERA_SENSOR_ROTATION`.
    public static let sensorRotation = ControlID(rawValue: camera + 35)
    /// What these move goes on until they are 0, or moves on by as much with each write: the speeds, and `V4L2_CID_PAN_RELATIVE`
    /// and its like for tilt, focus, zoom and iris, which are to be written only; not every driver says so.
    static let movements: Set<ControlID> = [
        .panSpeed, .tiltSpeed, .zoomContinuous, ControlID(rawValue: camera + 4),
        ControlID(rawValue: camera + 5),
        ControlID(rawValue: camera + 11), ControlID(rawValue: camera + 14), ControlID(rawValue: camera + 18),
    ]
}

/// A control's kind, name and possible values.
public struct ControlDescriptor: Hashable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable {
        /// Whole numbers; `step` is at least 1 and the range is never reversed.
        case integer(range: ClosedRange<Int64>, step: Int64)
        case boolean
        /// The existing entries; indices can have gaps.
        case menu([MenuEntry])
        case bitmask(maximum: Int64)
        /// Triggers an action when written; has no value.
        case button
    }

    public struct MenuEntry: Hashable, Sendable {
        public let value: Int64
        public let name: String

        public init(value: Int64, name: String) {
            self.value = value
            self.name = name
        }
    }

    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Has no effect now, usually because an automatic mode is on.
        public static let inactive = Flags(rawValue: 1)
        public static let readOnly = Flags(rawValue: 2)
        /// Changes on its own; must be read each time.
        public static let volatile = Flags(rawValue: 4)
        /// In use by another program.
        public static let grabbed = Flags(rawValue: 8)
        /// Can't be read: what it was written last is all that is known.
        public static let writeOnly = Flags(rawValue: 16)
        /// Acts each time it is written, also with the value that it has.
        public static let executeOnWrite = Flags(rawValue: 32)
    }

    public let id: ControlID
    /// The driver's own name for it.
    public let name: String
    public let kind: Kind
    public let defaultValue: Int64
    public var flags: Flags

    public init(id: ControlID, name: String, kind: Kind, defaultValue: Int64, flags: Flags = []) {
        self.id = id
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.flags = flags
    }
}

extension ControlDescriptor {
    /// The value that stops it, where one write starts something that goes on by itself, or moves something: speeds, and numbers
    /// that can only be written, which no program can look at to find out what they do. Nil for others.
    ///
    /// 0, or the middle of a range without it: `V4L2_CID_PAN_SPEED` and its like stop at 0. A driver's default is no rest:
    /// there are cameras whose default is their full speed.
    public var restValue: Int64? {
        guard case .integer(let range, _) = kind,
            ControlID.movements.contains(id) || flags.contains(.writeOnly)
        else { return nil }
        guard !range.contains(0) else { return 0 }
        // Halved first, so that the widest range does not overflow.
        return range.lowerBound / 2 + range.upperBound / 2
    }

    /// Whether its value is a setting, which can be stored, restored, and returned to its default. What moves, what acts
    /// when it is written, and what the camera changes by itself are none.
    public var isSetting: Bool {
        kind != .button && restValue == nil
            && flags.isDisjoint(with: [.readOnly, .writeOnly, .executeOnWrite, .volatile])
    }
}

/// A control and the value it had when it was read.
public struct ControlReading: Hashable, Sendable {
    public var descriptor: ControlDescriptor
    /// nil if the camera does not answer.
    public var value: Int64?

    public init(descriptor: ControlDescriptor, value: Int64?) {
        self.descriptor = descriptor
        self.value = value
    }
}
