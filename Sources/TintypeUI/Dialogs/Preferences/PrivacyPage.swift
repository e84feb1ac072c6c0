// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The page that shows what Tintype may do, and changes it.
final class PrivacyPage {
    /// The actions of the page's buttons besides recording an answer.
    struct Ways {
        let openSettings: @MainActor () -> Void
        let chooseFolder: @MainActor () -> Void
        let forgetAll: @MainActor () -> Void
    }

    /// What can get the keyboard when the page is opened.
    enum Subject { case camera, library, screenshots, screenshotScanning }

    let widget: OpaquePointer
    private let rows: [Subject: () -> Void]

    init(_ environment: AppEnvironment, _ ways: Ways) {
        let preferences = environment.preferences
        let camera = DeviceAccessRow.camera(environment.consent, openSettings: ways.openSettings)
        let library = LibraryAccessRow.make(environment.library, chooseFolder: ways.chooseFolder)
        let screenshots = LibraryAccessRow.screenshots(environment.screenshots)
        let access = PreferencesRows.group(
            tr("Permissions"),
            [camera.widget, DeviceAccessRow.microphone(environment.microphone).widget, library.widget])
        let scan = PreferencesRows.toggle(
            tr("Scan Latest Screenshot"),
            tr(
                "Finds codes and links in the newest one. Needs the permission below; while off, you choose an image."
            ),
            isOn: preferences.scansScreenshots
        ) { preferences.scansScreenshots = $0 }
        let forget = Widgets.button(tr("Forget All Answers and Settings…"), classes: ["pill", "edged"]) {
            ways.forgetAll()
        }
        Widgets.wrapLabel(of: forget)
        gtk_widget_set_halign(forget.widget, GTK_ALIGN_START)
        let promise = PreferencesRows.group(tr("Your Data"), [forget])
        adw_preferences_group_set_description(
            UnsafeMutablePointer(promise),
            tr("Tintype has no network access and collects nothing. Your photos stay on this computer."))
        widget = PreferencesRows.page(
            tr("Privacy"), icon: "channel-secure-symbolic",
            [access, PreferencesRows.group(tr("Screenshot Scanning"), [scan, screenshots.widget]), promise])
        // Their widgets keep the rows.
        rows = [
            .camera: { [weak camera] in camera?.takeFocus() },
            .library: { [weak library] in library?.takeFocus() },
            .screenshots: { [weak screenshots] in screenshots?.takeFocus() },
            .screenshotScanning: { gtk_widget_grab_focus(scan.widget) },
        ]
    }

    /// Gives the keyboard to the row that is meant.
    func takeFocus(_ subject: Subject) { rows[subject]?() }
}
