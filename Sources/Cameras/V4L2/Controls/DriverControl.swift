internal import CV4L2
internal import CaptureCore

extension ControlDescriptor {
    /// What a driver says of a control, put right where it can be; nil for what is no setting: headings, compound
    /// ones, strings, disabled ones, and ranges with nothing in them.
    ///
    /// - Parameter menu: reads the entries; called for menus only.
    init?(_ entry: v4l2_query_ext_ctrl, menu: () -> [MenuEntry]) {
        guard entry.flags & ControlConstant.disabled == 0, let kind = Self.kind(entry, menu) else {
            return nil
        }
        self.init(
            id: ControlID(rawValue: entry.id), name: Self.name(entry), kind: kind,
            defaultValue: Self.possible(entry.default_value, kind), flags: Flags(driver: entry.flags))
    }

    private static func kind(_ entry: v4l2_query_ext_ctrl, _ menu: () -> [MenuEntry]) -> Kind? {
        switch v4l2_ctrl_type(rawValue: entry.type) {
        case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_INTEGER64: return integer(entry)
        case V4L2_CTRL_TYPE_BOOLEAN: return .boolean
        case V4L2_CTRL_TYPE_BUTTON: return .button
        case V4L2_CTRL_TYPE_BITMASK: return .bitmask(maximum: entry.maximum)
        case V4L2_CTRL_TYPE_MENU, V4L2_CTRL_TYPE_INTEGER_MENU:
            let entries = menu()
            return entries.isEmpty ? nil : .menu(entries)
        default: return nil
        }
    }

    /// Reversed ends are swapped, and a step that is zero or leads nowhere is 1. Ranges beyond what a control can have
    /// are none.
    private static func integer(_ entry: v4l2_query_ext_ctrl) -> Kind? {
        let low = min(entry.minimum, entry.maximum)
        let high = max(entry.minimum, entry.maximum)
        let limit = ControlValue.limit
        guard low < high, limit.contains(low), limit.contains(high) else { return nil }
        let width = high - low
        let step = Int64(exactly: entry.step) ?? 0
        return .integer(range: low...high, step: step > 0 && step <= width ? step : 1)
    }

    /// The default, or the nearest value that the control can have.
    private static func possible(_ value: Int64, _ kind: Kind) -> Int64 {
        switch kind {
        case .integer(let range, _): min(max(value, range.lowerBound), range.upperBound)
        case .boolean: value == 0 ? 0 : 1
        case .menu(let entries): entries.contains { $0.value == value } ? value : entries[0].value
        case .bitmask, .button: value
        }
    }

    private static func name(_ entry: v4l2_query_ext_ctrl) -> String {
        withUnsafeBytes(of: entry.name) { String(driver: $0) }
    }
}

extension ControlDescriptor.Flags {
    /// The flags that matter here out of the driver's.
    init(driver bits: UInt32) {
        self = []
        if bits & ControlConstant.inactive != 0 { insert(.inactive) }
        if bits & ControlConstant.readOnly != 0 { insert(.readOnly) }
        if bits & ControlConstant.volatile != 0 { insert(.volatile) }
        if bits & ControlConstant.grabbed != 0 { insert(.grabbed) }
    }
}
