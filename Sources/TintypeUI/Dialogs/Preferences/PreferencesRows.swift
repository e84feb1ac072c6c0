// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The rows, groups and pages of the preferences. Words are shown as they are: cameras and microphones can be called "R&D".
enum PreferencesRows {
    static func page(_ title: String, icon: String, _ groups: [OpaquePointer]) -> OpaquePointer {
        let page = OpaquePointer(adw_preferences_page_new())
        adw_preferences_page_set_title(UnsafeMutablePointer(page), title)
        adw_preferences_page_set_icon_name(UnsafeMutablePointer(page), icon)
        for group in groups {
            adw_preferences_page_add(UnsafeMutablePointer(page), UnsafeMutablePointer(group))
        }
        return page
    }

    static func group(_ title: String, _ rows: [OpaquePointer]) -> OpaquePointer {
        let group = OpaquePointer(adw_preferences_group_new())
        // Markup, in all versions.
        let markup = g_markup_escape_text(title, -1)
        adw_preferences_group_set_title(UnsafeMutablePointer(group), markup)
        g_free(markup)
        for row in rows { adw_preferences_group_add(UnsafeMutablePointer(group), row.widget) }
        return group
    }

    static func row(_ title: String, _ subtitle: String) -> OpaquePointer {
        let row = OpaquePointer(adw_action_row_new())
        adw_preferences_row_set_use_markup(UnsafeMutablePointer(row), 0)
        adw_preferences_row_set_title(UnsafeMutablePointer(row), title)
        adw_action_row_set_subtitle(UnsafeMutablePointer(row), subtitle)
        return row
    }

    static func toggle(
        _ title: String, _ subtitle: String, isOn: Bool, _ onChange: @escaping @MainActor (Bool) -> Void
    ) -> OpaquePointer {
        let row = row(title, subtitle)
        let toggle = Widgets.toggle()
        gtk_widget_set_valign(toggle.widget, GTK_ALIGN_CENTER)
        gtk_switch_set_active(toggle, isOn ? 1 : 0)
        connect(toggle, "notify::active") { _ in onChange(gtk_switch_get_active(toggle) != 0) }
        adw_action_row_add_suffix(UnsafeMutablePointer(row), toggle.widget)
        adw_action_row_set_activatable_widget(UnsafeMutablePointer(row), toggle.widget)
        return row
    }

    static func choice(
        _ title: String, _ subtitle: String, _ choices: [String], selected: Int,
        _ onChange: @escaping (Int) -> Void
    ) -> OpaquePointer {
        let row = OpaquePointer(adw_combo_row_new())
        adw_preferences_row_set_use_markup(UnsafeMutablePointer(row), 0)
        adw_preferences_row_set_title(UnsafeMutablePointer(row), title)
        adw_action_row_set_subtitle(UnsafeMutablePointer(row), subtitle)
        showWords(ofChoicesIn: row)
        let model = gtk_string_list_new(nil)
        for choice in choices { gtk_string_list_append(model, choice) }
        adw_combo_row_set_model(UnsafeMutablePointer(row), model)
        g_object_unref(UnsafeMutableRawPointer(model))
        adw_combo_row_set_selected(UnsafeMutablePointer(row), UInt32(selected))
        connect(row, "notify::selected") { _ in
            let index = Int(adw_combo_row_get_selected(UnsafeMutablePointer(row)))
            if choices.indices.contains(index) { onChange(index) }
            Widgets.nameInnerParts(below: row, title)
        }
        return row
    }

    /// Shows choices in full, which libadwaita cuts after twenty letters; beside a long subtitle, which wraps in their
    /// place, at least sixteen of them.
    private static func showWords(ofChoicesIn row: OpaquePointer) {
        guard let factory = adw_combo_row_get_factory(UnsafeMutablePointer(row)) else { return }
        for moment in ["setup", "bind"] {
            connect(factory, moment) { call in
                guard let item = call.object(0), let child = gtk_list_item_get_child(item) else { return }
                var part = gtk_widget_get_first_child(child)
                while let each = part {
                    part = gtk_widget_get_next_sibling(each)
                    let label = OpaquePointer(each)
                    guard g_type_check_instance_is_a(UnsafeMutablePointer(label), gtk_label_get_type()) != 0
                    else { continue }
                    gtk_label_set_max_width_chars(label, 36)
                    let words = gtk_label_get_text(label).map { String(cString: $0) } ?? ""
                    gtk_label_set_width_chars(label, Int32(min(words.count, 16)))
                }
            }
        }
    }
}
