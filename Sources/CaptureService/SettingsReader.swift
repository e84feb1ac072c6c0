// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore

/// Reads back a camera's settings for a photo's file. On the capture thread.
struct SettingsReader {
    /// Some cameras take 50 ms for each answer. The viewfinder and the shutter wait at most this long; settings not
    /// read by then are left out.
    private static let budget: Duration = .milliseconds(30)

    let clock: @Sendable () -> MonotonicTime

    func read(_ device: any CameraDevice) -> MeasuredSettings {
        let begin = clock()
        var settings = MeasuredSettings()
        func value(_ control: ControlID) -> Int64? {
            clock() - begin < Self.budget ? device.value(of: control) : nil
        }
        if let time = value(.exposureTime), time > 0 {
            settings.exposureTime = ManualExposure.unit * Double(time)
        }
        settings.isExposureAutomatic = value(.exposureMode).map(ManualExposure.automaticModes.contains)
        settings.isWhiteBalanceAutomatic = value(.whiteBalanceAutomatic).map { $0 != 0 }
        return settings
    }
}
