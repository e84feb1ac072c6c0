// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The preferences for the settings that every camera gets.
enum CameraDefaultsGroup {
    static func make(_ preferences: Preferences) -> OpaquePointer {
        let flicker = AntiFlicker.allCases
        let antiFlicker = PreferencesRows.choice(
            tr("Anti-Flicker"), tr("Keeps lamps from flickering in the picture"), flicker.map(title),
            selected: flicker.firstIndex(of: preferences.antiFlicker) ?? 0
        ) { preferences.antiFlicker = flicker[$0] }
        let lights = LowLight.allCases
        let lowLight = PreferencesRows.choice(
            tr("Low Light"), tr("A brighter picture moves less smoothly"), lights.map(title),
            selected: lights.firstIndex(of: preferences.lowLight) ?? 0
        ) { preferences.lowLight = lights[$0] }
        return PreferencesRows.group(tr("Camera"), [antiFlicker, lowLight])
    }

    private static func title(_ choice: AntiFlicker) -> String {
        switch choice {
        case .byRegion: tr("As in Your Country")
        case .fifty: tr("50 Hz")
        case .sixty: tr("60 Hz")
        case .camera: tr("Let the Camera Decide")
        }
    }

    private static func title(_ choice: LowLight) -> String {
        switch choice {
        case .camera: tr("Let the Camera Decide")
        case .fewerFrames: tr("Brighter")
        case .allFrames: tr("Smoother")
        }
    }
}
