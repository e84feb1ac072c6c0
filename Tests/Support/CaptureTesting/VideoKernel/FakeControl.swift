// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore
public import Platform

/// A control of a scripted camera, with the driver's raw numbers, so that absurd ones are possible.
public struct FakeControl: Sendable {
    /// Numbers of `v4l2_ctrl_type`.
    public enum Kind: UInt32, Sendable {
        case integer = 1
        case boolean, menu, button, integer64, heading, string, bitmask, integerMenu
        case rectangle = 0x107
    }

    public var id: ControlID
    public var name: String
    public var kind: Kind
    public var minimum: Int64
    public var maximum: Int64
    public var step: UInt64
    public var defaultValue: Int64
    public var value: Int64
    /// `V4L2_CTRL_FLAG_…` bits.
    public var flags: UInt32 = 0
    /// Index and name; indexes that are missing are holes.
    public var menu: [Int64: String] = [:]
    /// Errors to give, once each in this order, to the next calls about this control.
    public var failures: [VideoRequest: [Errno]] = [:]
    /// Effective only while that control has this value; inactive otherwise.
    public var activeWhile: (control: ControlID, value: Int64)?

    public init(
        _ id: ControlID, _ name: String, _ kind: Kind, _ range: (Int64, Int64), step: UInt64 = 1,
        value: Int64
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        minimum = range.0
        maximum = range.1
        self.step = step
        defaultValue = value
        self.value = value
    }

    public static let disabled: UInt32 = 0x01
    public static let grabbed: UInt32 = 0x02
    public static let readOnly: UInt32 = 0x04
    public static let inactive: UInt32 = 0x10
    public static let writeOnly: UInt32 = 0x40

    /// Brightness, exposure, and focus with the automatic switches that webcams have.
    public static var webcam: [FakeControl] {
        var mode = FakeControl(.exposureMode, "Auto Exposure", .menu, (0, 3), value: 3)
        mode.menu = [1: "Manual Mode", 3: "Aperture Priority Mode"]
        var time = FakeControl(.exposureTime, "Exposure Time, Absolute", .integer, (3, 2047), value: 250)
        time.activeWhile = (.exposureMode, 1)
        var focus = FakeControl(.focusPosition, "Focus, Absolute", .integer, (0, 250), step: 5, value: 0)
        focus.activeWhile = (.focusAutomatic, 0)
        return [
            FakeControl(.brightness, "Brightness", .integer, (0, 255), value: 128),
            mode, time, focus,
            FakeControl(.focusAutomatic, "Focus, Automatic Continuous", .boolean, (0, 1), value: 1),
        ]
    }
}
