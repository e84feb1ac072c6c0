// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The rows with Tintype's own switches for the camera and the microphone. They follow changes made elsewhere.
enum DeviceAccessRow {
    /// - Parameter openSettings: opens the desktop's own camera settings.
    static func camera(
        _ consent: any CameraConsenting, openSettings: @escaping @MainActor () -> Void
    ) -> AccessRow {
        make((tr("Camera"), tr("Camera Access")), consent, openSettings: openSettings) {
            AccessStatus(
                camera: consent.access, hasDesktopSettings: consent.hasDesktopSettings,
                isDeniedElsewhere: consent.isDeniedElsewhere)
        }
    }

    static func microphone(_ consent: any MicrophoneConsenting) -> AccessRow {
        make(
            (tr("Microphone"), tr("Microphone Access")), consent,
            openSettings: { Task { await consent.openSettings() } },
            status: {
                AccessStatus(microphone: consent.access, hasDesktopSettings: consent.hasDesktopSettings)
            })
    }

    private static func make(
        _ names: (title: String, control: String), _ consent: any DeviceConsenting,
        openSettings: @escaping @MainActor () -> Void, status: @escaping @MainActor () -> AccessStatus
    ) -> AccessRow {
        let row = AccessRow(title: names.title, switchName: names.control)
        row.onSwitch = { consent.record(isAllowed: $0) }
        row.onRemedy = { remedy in
            switch remedy {
            case .allow: Task { await consent.request() }
            case .openSettings: openSettings()
            case .allowAll, .chooseFolder: break
            }
        }
        row.show(status())
        row.follow(consent.changes(), status)
        return row
    }
}
