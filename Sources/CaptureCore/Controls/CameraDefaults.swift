// SPDX-License-Identifier: GPL-3.0-or-later
/// Compensation for the flicker of mains lamps.
public enum AntiFlicker: String, Sendable, CaseIterable {
    /// The region's frequency.
    case byRegion = "auto"
    case fifty = "50"
    case sixty = "60"
    /// Left to the camera.
    case camera = "off"
}

/// Whether the camera may show fewer frames in the dark, so that each sees more light.
public enum LowLight: String, Sendable, CaseIterable {
    /// Left to the camera.
    case camera
    case fewerFrames = "on"
    case allFrames = "off"
}

/// The settings that every camera gets when it is opened.
public struct CameraDefaults: Equatable, Sendable {
    private var antiFlicker: AntiFlicker
    /// Two capital letters (ISO 3166-1); nil if unknown.
    private var country: String?
    private var lowLight: LowLight

    public init(antiFlicker: AntiFlicker = .camera, country: String? = nil, lowLight: LowLight = .camera) {
        self.antiFlicker = antiFlicker
        self.country = country
        self.lowLight = lowLight
    }

    /// The controls that these settings write.
    public static let controls: [ControlID] = [.powerLineFrequency, .dynamicFrameRate]

    /// The writes that apply it, if the control differs.
    ///
    /// The region counts only if the control still has its default, which means that no person or program has set
    /// it.
    public func writes(for reading: ControlReading) -> [ControlWrite] {
        let control = reading.descriptor
        guard control.flags.isDisjoint(with: [.readOnly, .inactive, .grabbed]), let value = reading.value,
            let wanted = wanted(control, isUntouched: value == control.defaultValue),
            let possible = control.possible(wanted), possible != value
        else { return [] }
        return [ControlWrite(control.id, possible)]
    }

    private func wanted(_ control: ControlDescriptor, isUntouched: Bool) -> Int64? {
        switch control.id {
        case .powerLineFrequency:
            switch antiFlicker {
            case .camera: return nil
            case .fifty: return 1
            case .sixty: return 2
            case .byRegion:
                guard isUntouched else { return nil }
                return country.flatMap(MainsFrequency.hertz).map { $0 == 50 ? 1 : 2 }
            }
        case .dynamicFrameRate:
            switch lowLight {
            case .camera: return nil
            case .fewerFrames: return 1
            case .allFrames: return 0
            }
        default: return nil
        }
    }
}

/// The mains of the world.
public enum MainsFrequency {
    /// Countries with 60 Hz (IEC, "World Plugs").
    private static let sixty: Set<String> = [
        "AG", "AI", "AS", "AW", "BB", "BM", "BR", "BS", "BZ", "CA", "CO", "CR", "CU", "CW", "DM", "DO", "EC",
        "FM", "GD", "GT", "GU", "GY", "HN", "HT", "JM", "KN", "KR", "KY", "LC", "MH", "MP", "MS", "MX", "NI",
        "PA", "PE", "PH", "PR", "PW", "SA", "SR", "SV", "SX", "TC", "TT", "TW", "US", "VC", "VE", "VG", "VI",
    ]
    private static let both: Set<String> = ["JP", "LR"]

    /// - Parameter country: two capital letters (ISO 3166-1).
    /// - Returns: 50 or 60; nil if the country has both, or is none.
    public static func hertz(_ country: String) -> Int? {
        guard country.utf8.count == 2, country.utf8.allSatisfy({ (65...90).contains($0) }),
            !both.contains(country)
        else { return nil }
        return sixty.contains(country) ? 60 : 50
    }
}
