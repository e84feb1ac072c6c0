// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The preferences. Every change takes effect at once.
final class PreferencesWindow {
    enum Page: Equatable {
        case general
        /// - Parameter subject: what gets the keyboard; nil for nothing in particular.
        case privacy(PrivacyPage.Subject?)
    }

    /// The camera that is open, and the modes it has.
    struct OpenCamera {
        let info: CameraInfo
        let modes: [CaptureMode]
        /// All that are there.
        let cameras: [CameraInfo]
    }

    /// The dialog while it is open.
    private(set) var window: OpaquePointer?
    private var privacy: PrivacyPage?
    private var general: OpaquePointer?
    /// The camera whose modes are offered.
    private var offered: CameraID?
    private var focusing: MainTimer?

    /// Opens them over its parent, or turns the open ones to that page.
    func show(
        _ page: Page, over parent: OpaquePointer, _ environment: AppEnvironment, _ camera: OpenCamera?,
        _ ways: PrivacyPage.Ways
    ) {
        let window = self.window ?? make(environment, camera, ways)
        var subject: PrivacyPage.Subject?
        if case .privacy(let meant) = page, let privacy {
            subject = meant
            tt_preferences_turn_to(window.widget, UnsafeMutablePointer(privacy.widget))
        }
        tt_dialog_present(window.widget, parent.widget)
        guard let subject else { return }
        // After GTK's own choice, which comes with the window: the tab of the page.
        focusing = .once(after: 100) { [weak self] in self?.privacy?.takeFocus(subject) }
    }

    /// Offers a camera's modes, if the preferences are open and offer none: a slow camera's are read while its picture is shown.
    func offer(_ camera: OpenCamera, _ preferences: Preferences) {
        guard window != nil, let general, offered == nil else { return }
        offered = camera.info.id
        let group = CameraModeGroup.make(preferences, camera)
        adw_preferences_page_add(UnsafeMutablePointer(general), UnsafeMutablePointer(group))
    }

    /// Closes them, if they are open.
    func close() { if let window { tt_dialog_close(window.widget) } }

    /// Shows a message over the page, if they are open.
    func say(_ words: String) {
        if let window { tt_preferences_add_toast(window.widget, tt_toast_new(words)) }
    }

    private func make(
        _ environment: AppEnvironment, _ camera: OpenCamera?, _ ways: PrivacyPage.Ways
    ) -> OpaquePointer {
        let window = OpaquePointer(tt_preferences_new(560, 600))
        Dialogs.letQuit(from: window)
        let preferences = environment.preferences
        let modes = camera.map { CameraModeGroup.make(preferences, $0) }
        let general = PreferencesRows.page(
            tr("General"), icon: "camera-photo-symbolic",
            [
                Self.photos(preferences), VideoGroup.make(preferences, environment.recording),
                Self.viewfinder(preferences), CameraDefaultsGroup.make(preferences),
            ] + [modes].compactMap { $0 })
        let privacy = PrivacyPage(environment, ways)
        for page in [general, privacy.widget] {
            tt_preferences_add(window.widget, UnsafeMutablePointer(page))
        }
        // Outside of the pages there is only libadwaita's search, which is off.
        connect(window, "map") { _ in Widgets.nameInnerParts(below: window, tr("Search")) }
        Dialogs.whenGone(window) { [weak self] in
            guard self?.window == window else { return }
            self?.window = nil
            self?.privacy = nil
            self?.general = nil
        }
        (self.window, self.privacy) = (window, privacy)
        (self.general, offered) = (general, camera?.info.id)
        return window
    }

    private static func photos(_ preferences: Preferences) -> OpaquePointer {
        let formats = PhotoFormat.allCases
        let titles = formats.map { format in
            switch format {
            case .heic: "HEIC"
            case .jpeg: "JPEG"
            }
        }
        let format = PreferencesRows.choice(
            tr("Format"), tr("HEIC is half the size, JPEG opens everywhere"), titles,
            selected: formats.firstIndex(of: preferences.photoFormat) ?? 0
        ) { preferences.photoFormat = formats[$0] }
        let quality = PreferencesRows.row(
            tr("Quality"), tr("Higher keeps more detail and makes larger files"))
        let adjustment = gtk_adjustment_new(Double(preferences.photoQuality), 1, 100, 1, 10, 0)
        let spin = OpaquePointer(gtk_spin_button_new(adjustment, 1, 0))
        gtk_widget_set_valign(spin.widget, GTK_ALIGN_CENTER)
        tt_set_accessible_label(spin.untyped, tr("Quality"))
        connect(spin, "value-changed") { _ in
            preferences.photoQuality = Int(gtk_spin_button_get_value_as_int(spin))
        }
        adw_action_row_add_suffix(UnsafeMutablePointer(quality), spin.widget)
        let best = PreferencesRows.toggle(
            tr("Best Moment"), tr("Takes several pictures as you press, and keeps the sharpest"),
            isOn: preferences.takesBestMoment
        ) { preferences.takesBestMoment = $0 }
        let sound = PreferencesRows.toggle(
            tr("Shutter Sound"), tr("The desktop’s own camera sound"), isOn: preferences.playsShutterSound
        ) { preferences.playsShutterSound = $0 }
        return PreferencesRows.group(tr("Photos"), [format, quality, best, sound])
    }

    private static func viewfinder(_ preferences: Preferences) -> OpaquePointer {
        let preview = mirror(
            tr("Mirror the Preview"), tr("What you see before you take a photo"), preferences.mirror
        ) { preferences.mirror = $0 }
        let photos = mirror(
            tr("Mirror Photos"), tr("Saves your photos as in a mirror"),
            preferences.photoMirror
        ) { preferences.photoMirror = $0 }
        return PreferencesRows.group(tr("Viewfinder"), [preview, photos])
    }

    private static func mirror(
        _ title: String, _ subtitle: String, _ present: Preferences.Mirror,
        _ onChange: @escaping (Preferences.Mirror) -> Void
    ) -> OpaquePointer {
        let mirrors = Preferences.Mirror.allCases
        let titles = mirrors.map { mirror in
            switch mirror {
            case .automatic: tr("For Built-In Cameras")
            case .always: tr("Always")
            case .never: tr("Never")
            }
        }
        return PreferencesRows.choice(
            title, subtitle, titles, selected: mirrors.firstIndex(of: present) ?? 0
        ) { onChange(mirrors[$0]) }
    }
}
