internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The preferences about what every camera is asked for.
enum CameraDefaultsGroup {
    static func make(_ preferences: Preferences) -> OpaquePointer {
        let flicker = AntiFlicker.allCases
        let antiFlicker = PreferencesRows.choice(
            tr("Anti-Flicker"), tr("Lamps flicker with the mains"), flicker.map(title),
            selected: flicker.firstIndex(of: preferences.antiFlicker) ?? 0
        ) { preferences.antiFlicker = flicker[$0] }
        let lights = LowLight.allCases
        let lowLight = PreferencesRows.choice(
            tr("Low Light"), tr("Fewer frames are brighter in the dark"), lights.map(title),
            selected: lights.firstIndex(of: preferences.lowLight) ?? 0
        ) { preferences.lowLight = lights[$0] }
        return PreferencesRows.group(tr("Camera"), [antiFlicker, lowLight])
    }

    private static func title(_ choice: AntiFlicker) -> String {
        switch choice {
        case .byRegion: tr("As Usual in the Region")
        case .fifty: tr("50 Hz")
        case .sixty: tr("60 Hz")
        case .camera: tr("Up to the Camera")
        }
    }

    private static func title(_ choice: LowLight) -> String {
        switch choice {
        case .camera: tr("Up to the Camera")
        case .fewerFrames: tr("Fewer Frames")
        case .allFrames: tr("Always All Frames")
        }
    }
}
