internal import CGtk
internal import CShims
internal import CaptureCore
internal import GLibBridge

/// The preferences: photos, viewfinder, camera access. Every change holds at once.
enum PreferencesWindow {
    static func show(
        over parent: OpaquePointer, _ preferences: Preferences, _ consent: any CameraConsenting,
        _ library: any LibraryConsenting
    ) {
        let window = OpaquePointer(adw_preferences_window_new())
        let page = OpaquePointer(adw_preferences_page_new())
        let groups = [photos(preferences), viewfinder(preferences), access(consent, library)]
        for group in groups {
            adw_preferences_page_add(UnsafeMutablePointer(page), UnsafeMutablePointer(group))
        }
        adw_preferences_window_add(UnsafeMutablePointer(window), UnsafeMutablePointer(page))
        adw_preferences_window_set_search_enabled(UnsafeMutablePointer(window), 0)
        gtk_window_set_transient_for(window.window, parent.window)
        gtk_window_set_modal(window.window, 1)
        gtk_window_set_default_size(window.window, 560, 560)
        gtk_window_present(window.window)
    }

    private static func photos(_ preferences: Preferences) -> OpaquePointer {
        let formats = PhotoFormat.allCases
        let titles = formats.map { format in
            switch format {
            case .heic: tr("High Efficiency (HEIC)")
            case .jpeg: tr("Most Compatible (JPEG)")
            }
        }
        let format = choice(
            tr("Format"), tr("HEIC files are about half the size at the same quality"), titles,
            selected: formats.firstIndex(of: preferences.photoFormat) ?? 0
        ) { preferences.photoFormat = formats[$0] }
        let quality = row(tr("Quality"), tr("Higher keeps more detail and makes larger files"))
        let adjustment = gtk_adjustment_new(Double(preferences.photoQuality), 1, 100, 1, 10, 0)
        let spin = OpaquePointer(gtk_spin_button_new(adjustment, 1, 0))
        gtk_widget_set_valign(spin.widget, GTK_ALIGN_CENTER)
        tt_set_accessible_label(spin.untyped, tr("Quality"))
        connect(spin, "value-changed") { _ in
            preferences.photoQuality = Int(gtk_spin_button_get_value_as_int(spin))
        }
        adw_action_row_add_suffix(UnsafeMutablePointer(quality), spin.widget)
        let best = toggle(
            tr("Best Moment"), tr("Keep the sharpest picture around the press"),
            isOn: preferences.takesBestMoment
        ) { preferences.takesBestMoment = $0 }
        let sound = toggle(
            tr("Shutter Sound"), tr("The desktop’s own camera sound"), isOn: preferences.playsShutterSound
        ) { preferences.playsShutterSound = $0 }
        return group(tr("Photos"), [format, quality, best, sound])
    }

    private static func viewfinder(_ preferences: Preferences) -> OpaquePointer {
        let mirrors = Preferences.Mirror.allCases
        let titles = mirrors.map { mirror in
            switch mirror {
            case .automatic: tr("For Built-In Cameras")
            case .always: tr("Always")
            case .never: tr("Never")
            }
        }
        let mirror = choice(
            tr("Mirror the Preview"), tr("Photos are never mirrored"), titles,
            selected: mirrors.firstIndex(of: preferences.mirror) ?? 0
        ) { preferences.mirror = mirrors[$0] }
        return group(tr("Viewfinder"), [mirror])
    }

    private static func access(
        _ consent: any CameraConsenting, _ library: any LibraryConsenting
    ) -> OpaquePointer {
        group(tr("Permissions"), [CameraAccessRow.make(consent), LibraryAccessRow.make(library)])
    }

    // MARK: Parts

    private static func group(_ title: String, _ rows: [OpaquePointer]) -> OpaquePointer {
        let group = OpaquePointer(adw_preferences_group_new())
        adw_preferences_group_set_title(UnsafeMutablePointer(group), title)
        for row in rows { adw_preferences_group_add(UnsafeMutablePointer(group), row.widget) }
        return group
    }

    static func row(_ title: String, _ subtitle: String) -> OpaquePointer {
        let row = OpaquePointer(adw_action_row_new())
        adw_preferences_row_set_title(UnsafeMutablePointer(row), title)
        adw_action_row_set_subtitle(UnsafeMutablePointer(row), subtitle)
        return row
    }

    private static func toggle(
        _ title: String, _ subtitle: String, isOn: Bool, _ onChange: @escaping @MainActor (Bool) -> Void
    ) -> OpaquePointer {
        let row = row(title, subtitle)
        let toggle = OpaquePointer(gtk_switch_new())
        gtk_widget_set_valign(toggle.widget, GTK_ALIGN_CENTER)
        gtk_switch_set_active(toggle, isOn ? 1 : 0)
        connect(toggle, "notify::active") { _ in onChange(gtk_switch_get_active(toggle) != 0) }
        adw_action_row_add_suffix(UnsafeMutablePointer(row), toggle.widget)
        adw_action_row_set_activatable_widget(UnsafeMutablePointer(row), toggle.widget)
        return row
    }

    private static func choice(
        _ title: String, _ subtitle: String, _ choices: [String], selected: Int,
        _ onChange: @escaping (Int) -> Void
    ) -> OpaquePointer {
        let row = OpaquePointer(adw_combo_row_new())
        adw_preferences_row_set_title(UnsafeMutablePointer(row), title)
        adw_action_row_set_subtitle(UnsafeMutablePointer(row), subtitle)
        let model = gtk_string_list_new(nil)
        for choice in choices { gtk_string_list_append(model, choice) }
        adw_combo_row_set_model(UnsafeMutablePointer(row), model)
        g_object_unref(UnsafeMutableRawPointer(model))
        adw_combo_row_set_selected(UnsafeMutablePointer(row), UInt32(selected))
        connect(row, "notify::selected") { _ in
            let index = Int(adw_combo_row_get_selected(UnsafeMutablePointer(row)))
            if choices.indices.contains(index) { onChange(index) }
        }
        return row
    }
}
