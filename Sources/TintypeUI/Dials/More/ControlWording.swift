// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Names and values of controls without a dial. Unknown ones keep the driver's words.
enum ControlWording {
    static func title(_ group: OtherControls.Group) -> String {
        switch group {
        case .picture: tr("Picture")
        case .exposure: tr("Exposure")
        case .lens: tr("Lens")
        case .camera: tr("Camera")
        }
    }

    static func name(_ control: ControlDescriptor) -> String {
        switch control.id {
        case .brightness: tr("Brightness")
        case .contrast: tr("Contrast")
        case .saturation: tr("Saturation")
        case .hue: tr("Hue")
        case .gamma: tr("Gamma")
        case .sharpness: tr("Sharpness")
        case .backlightCompensation: tr("Backlight Compensation")
        case .powerLineFrequency: tr("Anti-Flicker")
        case .dynamicFrameRate: tr("Brighter in Low Light")
        case .zoom: tr("Zoom of the Camera")
        // Translators: a cover before the lens; it has nothing to do with exposure times.
        case .privacy: tr("Privacy Shutter")
        // Translators: how far the camera is turned to a side (pan).
        case .pan: tr("Left and Right")
        // Translators: how far the camera is turned up or down (tilt).
        case .tilt: tr("Up and Down")
        default: control.name
        }
    }

    /// A value in words; a dash for none, and for one that the control can't have, which some drivers report.
    static func text(_ value: Int64?, _ control: ControlDescriptor) -> String {
        guard let value else { return "–" }
        switch control.kind {
        case .boolean: return value == 0 ? tr("Off") : tr("On")
        case .menu(let entries): return entries.first { $0.value == value }?.name ?? "–"
        case .integer(let range, _): return range.contains(value) ? String(value) : "–"
        case .bitmask(let maximum): return (0...max(0, maximum)).contains(value) ? String(value) : "–"
        case .button: return "–"
        }
    }

    /// Why a control can't be changed now; nil if it can.
    static func obstacle(_ control: ControlDescriptor) -> String? {
        if control.flags.contains(.readOnly) { return tr("The camera only reports this") }
        if control.flags.contains(.grabbed) { return tr("Another program is using this setting") }
        return control.flags.contains(.inactive) ? tr("This is set automatically right now") : nil
    }
}
