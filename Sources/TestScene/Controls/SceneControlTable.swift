// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The controls of the test scene: those of a good webcam, with its ranges.
enum SceneControlTable {
    static let all: [ControlDescriptor] = [
        level(.brightness, "Brightness"),
        level(.contrast, "Contrast"),
        level(.saturation, "Saturation"),
        level(.sharpness, "Sharpness"),
        boolean(.whiteBalanceAutomatic, "White Balance, Automatic", 1),
        integer(
            .whiteBalanceTemperature, "White Balance Temperature", 2800...6500, step: 10,
            Illuminant.sceneKelvin),
        ControlDescriptor(
            id: .powerLineFrequency, name: "Power Line Frequency",
            kind: .menu([
                .init(value: 0, name: "Disabled"), .init(value: 1, name: "50 Hz"),
                .init(value: 2, name: "60 Hz"),
            ]), defaultValue: 1),
        // A webcam knows two of the four modes; the indexes between are holes.
        ControlDescriptor(
            id: .exposureMode, name: "Auto Exposure",
            kind: .menu([
                .init(value: ExposureMode.manual, name: "Manual Mode"),
                .init(value: ExposureMode.automatic, name: "Aperture Priority Mode"),
            ]), defaultValue: ExposureMode.automatic),
        integer(.exposureTime, "Exposure Time, Absolute", 1...5000, Exposure.normal.time),
        integer(.gain, "Gain", 0...255, Exposure.normal.gain),
        integer(.exposureCompensation, "Auto Exposure, Bias", -2000...2000, step: 250, 0),
        boolean(.dynamicFrameRate, "Exposure, Dynamic Framerate", 0),
        boolean(.focusAutomatic, "Focus, Automatic Continuous", 1),
        integer(
            .focusPosition, "Focus, Absolute", 0...250, step: 5,
            Int64(ThinLens.position(atDioptres: SceneDepth.desk))),
        integer(.zoom, "Zoom, Absolute", 100...400, 100),
    ]

    /// Controls without effect while another has this value.
    static let governed: [(by: ControlID, value: Int64, ControlID)] = [
        (.exposureMode, ExposureMode.automatic, .exposureTime),
        (.exposureMode, ExposureMode.automatic, .gain),
        (.exposureMode, ExposureMode.manual, .exposureCompensation),
        (.whiteBalanceAutomatic, 1, .whiteBalanceTemperature),
        (.focusAutomatic, 1, .focusPosition),
    ]

    /// The values of the exposure menu that the scene has. Correspond to `V4L2_EXPOSURE_…`.
    enum ExposureMode {
        static let manual: Int64 = 1
        /// Aperture priority: time and gain follow the light.
        static let automatic: Int64 = 3
    }

    /// 0…255, the middle changing nothing.
    private static func level(_ id: ControlID, _ name: String) -> ControlDescriptor {
        integer(id, name, 0...255, 128)
    }

    private static func integer(
        _ id: ControlID, _ name: String, _ range: ClosedRange<Int64>, step: Int64 = 1, _ value: Int64
    ) -> ControlDescriptor {
        ControlDescriptor(id: id, name: name, kind: .integer(range: range, step: step), defaultValue: value)
    }

    private static func boolean(_ id: ControlID, _ name: String, _ value: Int64) -> ControlDescriptor {
        ControlDescriptor(id: id, name: name, kind: .boolean, defaultValue: value)
    }
}
