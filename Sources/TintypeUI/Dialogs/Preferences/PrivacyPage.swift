// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The page that shows what Tintype may do, and changes it.
enum PrivacyPage {
    /// The actions of the page's buttons besides recording an answer.
    struct Ways {
        let openSettings: @MainActor () -> Void
        let chooseFolder: @MainActor () -> Void
    }

    static func make(_ environment: AppEnvironment, _ ways: Ways) -> OpaquePointer {
        let preferences = environment.preferences
        let access = PreferencesRows.group(
            tr("Permissions"),
            [
                DeviceAccessRow.camera(environment.consent, openSettings: ways.openSettings),
                DeviceAccessRow.microphone(environment.microphone),
                LibraryAccessRow.make(environment.library, chooseFolder: ways.chooseFolder),
            ])
        let scan = PreferencesRows.toggle(
            tr("Scan Screenshots"),
            tr("“Scan Latest Screenshot” looks for codes in a screenshot that is less than a minute old"),
            isOn: preferences.scansScreenshots
        ) { preferences.scansScreenshots = $0 }
        let promise = PreferencesRows.group(tr("Your Data"), [])
        adw_preferences_group_set_description(
            UnsafeMutablePointer(promise),
            tr("Tintype has no network access and collects nothing. Your photos stay on this computer."))
        return PreferencesRows.page(
            tr("Privacy"), icon: "channel-secure-symbolic",
            [access, PreferencesRows.group(tr("Scanning"), [scan]), promise])
    }
}
