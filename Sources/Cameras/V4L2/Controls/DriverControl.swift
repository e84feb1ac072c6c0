// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore

extension ControlDescriptor {
    /// A driver's description, corrected where possible; nil for anything that is not a setting: headings, compound
    /// controls, strings, disabled controls, and empty ranges.
    ///
    /// - Parameter menu: reads the entries; called for menus only.
    init?(_ entry: v4l2_query_ext_ctrl, menu: () -> [MenuEntry]) {
        guard entry.flags & ControlConstant.disabled == 0, let kind = Self.kind(entry, menu) else {
            return nil
        }
        self.init(
            id: ControlID(rawValue: entry.id), name: Self.name(entry), kind: kind,
            defaultValue: kind.nearest(entry.default_value), flags: Flags(driver: entry.flags))
    }

    private static func kind(_ entry: v4l2_query_ext_ctrl, _ menu: () -> [MenuEntry]) -> Kind? {
        switch v4l2_ctrl_type(rawValue: entry.type) {
        case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_INTEGER64:
            // A step beyond Int64 counts as zero.
            return .integer(from: entry.minimum, to: entry.maximum, step: Int64(exactly: entry.step) ?? 0)
        case V4L2_CTRL_TYPE_BOOLEAN: return .boolean
        case V4L2_CTRL_TYPE_BUTTON: return .button
        case V4L2_CTRL_TYPE_BITMASK: return .bitmask(maximum: entry.maximum)
        case V4L2_CTRL_TYPE_MENU, V4L2_CTRL_TYPE_INTEGER_MENU:
            return .menu(of: menu())
        default: return nil
        }
    }

    private static func name(_ entry: v4l2_query_ext_ctrl) -> String {
        withUnsafeBytes(of: entry.name) { DeviceName.inField($0) }
    }
}

extension ControlDescriptor.Flags {
    /// The relevant flags among the driver's.
    init(driver bits: UInt32) {
        self = []
        if bits & ControlConstant.inactive != 0 { insert(.inactive) }
        if bits & ControlConstant.readOnly != 0 { insert(.readOnly) }
        if bits & ControlConstant.volatile != 0 { insert(.volatile) }
        if bits & ControlConstant.grabbed != 0 { insert(.grabbed) }
        if bits & ControlConstant.writeOnly != 0 { insert(.writeOnly) }
        if bits & ControlConstant.executeOnWrite != 0 { insert(.executeOnWrite) }
    }
}
