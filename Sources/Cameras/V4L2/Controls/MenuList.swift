// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// Reads the entries of a menu control, which can have holes.
struct MenuList {
    /// More entries than any menu has, for drivers that state absurd maxima.
    private static let limit: Int64 = 128

    let node: VideoNode

    /// - Returns: the existing entries; empty if the range makes no sense.
    func read(_ control: v4l2_query_ext_ctrl) -> [ControlDescriptor.MenuEntry] {
        let first = max(0, min(control.minimum, control.maximum))
        let last = min(
            max(control.minimum, control.maximum), first.addingReportingOverflow(Self.limit).partialValue)
        guard first <= last, last <= Int64(UInt32.max) else { return [] }
        let isInteger = v4l2_ctrl_type(rawValue: control.type) == V4L2_CTRL_TYPE_INTEGER_MENU
        return (first...last).compactMap { entry(control.id, $0, isInteger: isInteger) }
    }

    private func entry(_ control: UInt32, _ index: Int64, isInteger: Bool) -> ControlDescriptor.MenuEntry? {
        for _ in 0..<ControlList.tries {
            var menu = v4l2_querymenu()
            menu.id = control
            menu.index = UInt32(index)
            do {
                try node.call(.queryMenu, &menu)
                return ControlDescriptor.MenuEntry(
                    value: index, name: isInteger ? "\(menu.value)" : Self.name(&menu))
            } catch {
                // A hole is no failure; asking again gives the same.
                if error == .invalidArgument || error.meansGone { return nil }
            }
        }
        return nil
    }

    private static func name(_ menu: inout v4l2_querymenu) -> String {
        withUnsafeBytes(of: &menu.name) { DeviceName.inField($0) }
    }
}
