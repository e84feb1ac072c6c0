internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The row with Tintype's own switch for the camera. It follows what others decide meanwhile.
enum CameraAccessRow {
    static func make(_ consent: any CameraConsenting) -> OpaquePointer {
        let row = PreferencesWindow.row(tr("Camera Access"), "")
        let toggle = OpaquePointer(gtk_switch_new())
        gtk_widget_set_valign(toggle.widget, GTK_ALIGN_CENTER)
        show(consent.access, row, toggle)
        connect(toggle, "notify::active") { _ in
            let isOn = gtk_switch_get_active(toggle) != 0
            // Also called when the switch follows: then there is nothing to record.
            if isOn != (consent.access == .authorized) { consent.record(isAllowed: isOn) }
        }
        let changes = consent.changes()
        let reader = Task {
            for await access in changes where !Task.isCancelled { show(access, row, toggle) }
        }
        // The row may go while the reader still hears: it must not outlive the widgets it shows on.
        connect(row, "destroy") { _ in reader.cancel() }
        adw_action_row_add_suffix(UnsafeMutablePointer(row), toggle.widget)
        adw_action_row_set_activatable_widget(UnsafeMutablePointer(row), toggle.widget)
        return row
    }

    private static func show(_ access: CameraAccess, _ row: OpaquePointer, _ toggle: OpaquePointer) {
        adw_action_row_set_subtitle(UnsafeMutablePointer(row), explanation(of: access))
        gtk_switch_set_active(toggle, access == .authorized ? 1 : 0)
        if case .restricted = access {
            gtk_widget_set_sensitive(row.widget, 0)
        } else {
            gtk_widget_set_sensitive(row.widget, 1)
        }
    }

    private static func explanation(of access: CameraAccess) -> String {
        switch access {
        case .restricted(.wholeComputer): tr("The camera is turned off for this whole computer")
        case .restricted(.account): tr("This account may not use the camera")
        case .notDetermined, .authorized, .denied:
            tr("While this is off, Tintype does not touch any camera")
        }
    }
}
