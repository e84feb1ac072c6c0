// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The preference for one camera's format, size and rate, with what each costs.
enum CameraModeGroup {
    /// - Parameter open: with the modes to offer; Automatic always is.
    static func make(_ preferences: Preferences, _ open: PreferencesWindow.OpenCamera) -> OpaquePointer {
        let (camera, modes) = (open.info, open.modes)
        let request = preferences.modes[camera, among: open.cameras]
        let choices: [CaptureMode?] = [nil] + modes
        let titles = [tr("Automatic")] + modes.map(title)
        let selected = choices.firstIndex(of: request) ?? 0
        // Translators: format, size and rate of the pictures that a camera sends.
        let row = PreferencesRows.choice(tr("Pictures"), "", titles, selected: selected) {
            preferences.modes[camera, among: open.cameras] = choices[$0]
        }
        // Titles are long: below the row's own there is room.
        adw_combo_row_set_use_subtitle(UnsafeMutablePointer(row), 1)
        // libadwaita 1.7 leaves the subtitle empty.
        let show = { index in adw_action_row_set_subtitle(UnsafeMutablePointer(row), titles[index]) }
        show(selected)
        connect(row, "notify::selected") { _ in
            let index = Int(adw_combo_row_get_selected(UnsafeMutablePointer(row)))
            if titles.indices.contains(index) { show(index) }
        }
        let entries = gtk_builder_list_item_factory_new_from_resource(
            nil, TintypeApplication.resources + "/ui/long-choice.ui")
        adw_combo_row_set_list_factory(UnsafeMutablePointer(row), entries)
        g_object_unref(UnsafeMutableRawPointer(entries))
        let group = PreferencesRows.group(camera.name, [row])
        adw_preferences_group_set_description(
            UnsafeMutablePointer(group),
            tr("Large and smooth pictures need a fast computer and USB port"))
        return group
    }

    /// As in “1920 × 1080, 30 fps, uncompressed: 124 MB/s”.
    private static func title(_ mode: CaptureMode) -> String {
        let cost =
            if let bytes = mode.bytesPerSecond {
                tr("uncompressed: %s MB/s").filling("%s", with: rounded(bytes / 1e6))
            } else {
                tr("compressed")
            }
        let rate = tr("%s fps").filling("%s", with: rounded(mode.rate.framesPerSecond))
        let fields = mode.isInterlaced ? ", " + tr("interlaced") : ""
        return "\(mode.size.width) × \(mode.size.height), \(rate)\(fields), \(cost) (\(mode.format))"
    }

    /// One digit after the point for small numbers.
    private static func rounded(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 || tenths > 100 ? "\((tenths + 5) / 10)" : DecimalText.tenths(Int64(tenths))
    }
}
