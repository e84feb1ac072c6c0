// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPipeWireShims
internal import CaptureCore

/// A control of a source, and PipeWire's own number for it.
struct PipeWireControl {
    let number: UInt32
    let descriptor: ControlDescriptor
    private let isReal: Bool

    /// - Returns: nil for a control that is not a setting: an empty or excessive range, or a number that is none of
    ///   the kernel's controls.
    init?(_ control: TtPwControl) {
        guard let id = Self.id(of: control.id), let kind = Self.kind(of: control) else { return nil }
        number = control.id
        isReal = control.is_real
        descriptor = ControlDescriptor(
            id: id, name: control.description.map { DeviceName.plain(String(cString: $0)) } ?? "", kind: kind,
            defaultValue: kind.nearest(control.standard))
    }

    /// The form in which it is set.
    func withRaw<Result>(_ body: (UnsafePointer<TtPwControl>) -> Result) -> Result {
        var raw = TtPwControl()
        raw.id = number
        raw.is_real = isReal
        if descriptor.kind == .boolean { raw.kind = TT_PW_BOOLEAN }
        return body(&raw)
    }

    /// PipeWire's own V4L2 source has numbers for a few controls, and for all others the kernel's, moved.
    private static func id(of number: UInt32) -> ControlID? {
        if let known = known[number] { return known }
        guard number > tt_pw_first_custom else { return nil }
        return ControlID(rawValue: number - tt_pw_first_custom)
    }

    /// `V4L2_CID_BASE`, for controls without a name in this program.
    private static let userClass: UInt32 = 0x0098_0900
    private static let known: [UInt32: ControlID] = [
        tt_pw_brightness: .brightness, tt_pw_contrast: .contrast, tt_pw_saturation: .saturation,
        tt_pw_hue: ControlID(rawValue: userClass + 3), tt_pw_gamma: ControlID(rawValue: userClass + 16),
        tt_pw_exposure: ControlID(rawValue: userClass + 17), tt_pw_gain: .gain, tt_pw_sharpness: .sharpness,
    ]

    private static func kind(of control: TtPwControl) -> ControlDescriptor.Kind? {
        switch control.kind {
        case TT_PW_BOOLEAN: return .boolean
        case TT_PW_MENU:
            let entries = (0..<Int(control.entry_count)).compactMap { index in
                control.entry_names[index].map {
                    ControlDescriptor.MenuEntry(
                        value: control.entries[index], name: DeviceName.plain(String(cString: $0)))
                }
            }
            return .menu(of: entries)
        default:
            return .integer(from: control.minimum, to: control.maximum, step: control.step)
        }
    }
}
