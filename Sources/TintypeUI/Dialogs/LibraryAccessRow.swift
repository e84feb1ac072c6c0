internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The row with Tintype's own switch for the photo library. It follows what others decide meanwhile.
enum LibraryAccessRow {
    static func make(_ consent: any LibraryConsenting) -> OpaquePointer {
        let row = PreferencesWindow.row(tr("Photo Library"), "")
        let toggle = OpaquePointer(gtk_switch_new())
        gtk_widget_set_valign(toggle.widget, GTK_ALIGN_CENTER)
        show(consent.access, row, toggle)
        connect(toggle, "notify::active") { _ in
            let isOn = gtk_switch_get_active(toggle) != 0
            // Also called when the switch follows: then there is nothing to record.
            if isOn != consent.access.allowsSaving { consent.record(isOn ? .allow : .deny) }
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

    private static func show(_ access: LibraryAccess, _ row: OpaquePointer, _ toggle: OpaquePointer) {
        // A folder's name is no markup.
        let words = g_markup_escape_text(explanation(of: access), -1)
        defer { g_free(words) }
        adw_action_row_set_subtitle(UnsafeMutablePointer(row), words)
        gtk_switch_set_active(toggle, access.allowsSaving ? 1 : 0)
        gtk_widget_set_sensitive(row.widget, access == .restricted ? 0 : 1)
    }

    private static func explanation(of access: LibraryAccess) -> String {
        switch access {
        case .restricted: tr("Saving is turned off for this whole computer.")
        case .limited(let folder): tr("Photos are saved to %s.").filling("%s", with: folder)
        case .notDetermined: tr("Tintype asks when you take the first photo")
        case .authorized: tr("Photos are saved to your Pictures folder")
        case .denied: tr("Photos wait in Tintype until you allow saving")
        }
    }
}
