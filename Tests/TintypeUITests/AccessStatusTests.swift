// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import TintypeUI

/// How Preferences show the permissions.
@MainActor @Suite struct AccessStatusTests {
    private func camera(
        _ access: CameraAccess, hasSettings: Bool = true, isDeniedElsewhere: Bool = false
    ) -> AccessStatus {
        AccessStatus(camera: access, hasDesktopSettings: hasSettings, isDeniedElsewhere: isDeniedElsewhere)
    }

    @Test func theSwitchIsOnWhereTintypeMayAndOffOtherwise() {
        #expect(camera(.authorized).isOn && AccessStatus(.authorized).isOn)
        #expect(AccessStatus(.limited(folder: "/f")).isOn)
        for access in [CameraAccess.notDetermined, .denied, .restricted(.account)] {
            #expect(!camera(access).isOn)
            #expect(!AccessStatus(microphone: access, hasDesktopSettings: false).isOn)
        }
        for access in [LibraryAccess.notDetermined, .denied, .restricted] {
            #expect(!AccessStatus(access).isOn)
        }
    }

    @Test func lockedSettingCannotBeSwitched() {
        #expect(!camera(.restricted(.wholeComputer)).isChangeable)
        #expect(!camera(.restricted(.account)).isChangeable)
        #expect(!AccessStatus(microphone: .restricted(.wholeComputer), hasDesktopSettings: true).isChangeable)
        #expect(!AccessStatus(.restricted).isChangeable)
        #expect(camera(.denied).isChangeable)
    }

    @Test func onlySettingsThatExistAreOffered() {
        #expect(camera(.denied).remedy == .openSettings)
        #expect(camera(.denied, hasSettings: false).remedy == nil)
        #expect(camera(.restricted(.wholeComputer), hasSettings: false).remedy == nil)
        // The desktop's settings do not change an account's rights.
        #expect(camera(.restricted(.account)).remedy == nil)
        #expect(AccessStatus(microphone: .denied, hasDesktopSettings: false).remedy == nil)
    }

    @Test func desktopsDenialLeadsToItsSettings() {
        let reason = camera(.denied, isDeniedElsewhere: true).reason
        #expect(reason.hasPrefix("The desktop decides here"))
        #expect(camera(.denied).reason != reason)
    }

    @Test func aLimitedLibraryNamesItsFolder() {
        let limited = AccessStatus(.limited(folder: "/home/ada/%s"))
        #expect(limited.reason == "Photos are saved to %s." && limited.folder == "/home/ada/%s")
        #expect(AccessStatus(.limited(folder: "/f")).level == .limited)
    }

    @Test func unaskedPermissionSaysWhenItIsAsked() {
        for status in [
            camera(.notDetermined), AccessStatus(microphone: .notDetermined, hasDesktopSettings: false),
            AccessStatus(.notDetermined),
        ] {
            #expect(status.level == .notAsked && status.remedy == .allow)
        }
    }
}
