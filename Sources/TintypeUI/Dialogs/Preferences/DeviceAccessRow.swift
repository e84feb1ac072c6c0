// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The rows with Tintype's own switches for the camera and the microphone. They follow changes made elsewhere.
enum DeviceAccessRow {
    /// - Parameter openSettings: opens the desktop's own camera settings.
    static func camera(
        _ consent: any CameraConsenting, openSettings: @escaping @MainActor () -> Void
    ) -> OpaquePointer {
        make((tr("Camera"), tr("Camera Access")), consent, openSettings: openSettings) {
            AccessStatus(
                camera: consent.access, hasDesktopSettings: consent.hasDesktopSettings,
                isDeniedElsewhere: consent.isDeniedElsewhere)
        }
    }

    static func microphone(_ consent: any MicrophoneConsenting) -> OpaquePointer {
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
    ) -> OpaquePointer {
        let row = AccessRow(title: names.title, switchName: names.control)
        row.onSwitch = { consent.record(isAllowed: $0) }
        row.onRemedy = { remedy in
            switch remedy {
            case .allow: Task { await consent.request() }
            case .openSettings: openSettings()
            case .chooseFolder: break
            }
        }
        row.show(status())
        let changes = consent.changes()
        let reader = Task { [weak row] in
            for await _ in changes where !Task.isCancelled { row?.show(status()) }
        }
        // The reader must not outlive the row's widgets.
        connect(row.widget, "destroy") { _ in reader.cancel() }
        return row.widget
    }
}
