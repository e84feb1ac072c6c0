internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The row with Tintype's own switch for the camera. It follows changes made elsewhere.
enum CameraAccessRow {
    /// - Parameter openSettings: opens the desktop's own camera settings.
    static func make(
        _ consent: any CameraConsenting, openSettings: @escaping @MainActor () -> Void
    ) -> OpaquePointer {
        let row = AccessRow(title: tr("Camera"), switchName: tr("Camera Access"))
        row.onSwitch = { consent.record(isAllowed: $0) }
        row.onRemedy = { remedy in
            switch remedy {
            case .allow: Task { await consent.request() }
            case .openSettings: openSettings()
            case .chooseFolder: break
            }
        }
        show(consent, on: row)
        let changes = consent.changes()
        let reader = Task { [weak row] in
            for await _ in changes where !Task.isCancelled { if let row { show(consent, on: row) } }
        }
        // The row may go while the reader still runs: it must not outlive its widgets.
        connect(row.widget, "destroy") { _ in reader.cancel() }
        return row.widget
    }

    private static func show(_ consent: any CameraConsenting, on row: AccessRow) {
        row.show(
            AccessStatus(
                consent.access, hasDesktopSettings: consent.hasDesktopSettings,
                isDeniedElsewhere: consent.isDeniedElsewhere))
    }
}
