// SPDX-License-Identifier: GPL-3.0-or-later
extension ControlID {
    private static let cameraClass: UInt32 = 0x009a_0900
    private static let uvc: UInt32 = 0x0098_0900 + 0x11e0

    /// Button: one-shot auto focus begins. Corresponds to `V4L2_CID_AUTO_FOCUS_START`.
    public static let focusStart = ControlID(rawValue: cameraClass + 28)
    /// Button: one-shot auto focus is given up. Corresponds to `V4L2_CID_AUTO_FOCUS_STOP`.
    public static let focusStop = ControlID(rawValue: cameraClass + 29)
    /// Bits, see `OneShotStatus`; read only. Corresponds to `V4L2_CID_AUTO_FOCUS_STATUS`.
    public static let focusStatus = ControlID(rawValue: cameraClass + 30)
    /// A rectangle in sensor pixels, not a number. Corresponds to `V4L2_CID_UVC_REGION_OF_INTEREST_RECT` of the
    /// UVC controls (`V4L2_CID_USER_UVC_BASE` + 1), which older kernel headers lack.
    public static let regionRectangle = ControlID(rawValue: uvc + 1)
    /// Bits, see `RegionAutomatics`. Corresponds to `V4L2_CID_UVC_REGION_OF_INTEREST_AUTO`.
    public static let regionAutomatics = ControlID(rawValue: uvc + 2)
}

/// The progress of a one-shot auto focus: the value of `ControlID.focusStatus`.
public struct OneShotStatus: OptionSet, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Corresponds to `V4L2_AUTO_FOCUS_STATUS_BUSY`.
    public static let busy = OneShotStatus(rawValue: 1)
    /// Corresponds to `V4L2_AUTO_FOCUS_STATUS_REACHED`.
    public static let reached = OneShotStatus(rawValue: 2)
    /// Corresponds to `V4L2_AUTO_FOCUS_STATUS_FAILED`.
    public static let failed = OneShotStatus(rawValue: 4)
}

/// The automatics that follow the region of interest: bits of `ControlID.regionAutomatics` (UVC 1.5, 4.2.2.1.20).
public struct RegionAutomatics: OptionSet, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public static let exposure = RegionAutomatics(rawValue: 1 << 0)
    public static let focus = RegionAutomatics(rawValue: 1 << 3)
}
