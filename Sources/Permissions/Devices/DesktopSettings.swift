// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Platform

/// Opens the desktop's own page of switches for a device (docs/permissions.md, "Open Settings").
enum DesktopSettings {
    /// Whether this desktop is known to have some.
    static var areThere: Bool { currentDesktops.contains { $0 == "GNOME" || $0 == "KDE" } }

    /// Whether they list programs outside a sandbox.
    static var listTintype: Bool { currentDesktops.contains("GNOME") }

    /// - Parameter panel: its name in GNOME's settings.
    /// - Returns: false if the desktop has no switch for this program: then ours is the only one.
    @MainActor static func open(_ panel: String, _ bus: BusConnection?) async -> Bool {
        let desktops = currentDesktops
        if desktops.contains("GNOME") { return await openGNOME(panel, bus) }
        if desktops.contains("KDE") { openKDE() }
        return false
    }

    /// The panel was a part of "privacy" up to 45 and is gone from there since; an unknown page is no error.
    @MainActor private static func openGNOME(_ panel: String, _ bus: BusConnection?) async -> Bool {
        guard let bus else { return false }
        do throws(GLibError) {
            _ = try await bus.call(launchPanel("privacy", [.string(panel)]))
            _ = try await bus.call(launchPanel(panel, []))
            return true
        } catch {
            Log(domain: "permissions").info("GNOME's settings do not answer: \(error.message)", .error(error))
            return DesktopPrograms.start(["gnome-control-center", panel])
        }
    }

    private static func launchPanel(_ panel: String, _ arguments: [BusArgument]) -> BusCall {
        BusCall(
            "org.gnome.Settings", "/org/gnome/Settings", "org.freedesktop.Application", "ActivateAction",
            [
                .string("launch-panel"), .variants([.tuple([.string(panel), .variants(arguments)])]),
                .noOptions,
            ], timeout: .seconds(5))
    }

    /// KDE lists sandboxed programs only, so its page comes besides ours, never in place of it.
    @MainActor private static func openKDE() {
        let isStarted =
            DesktopPrograms.start(["systemsettings", "kcm_app-permissions"])
            || DesktopPrograms.start(["systemsettings5", "kcm_flatpak"])
        if !isStarted { Log(domain: "permissions").info("KDE's settings are not installed") }
    }

    private static var currentDesktops: [Substring] {
        guard let desktops = getenv("XDG_CURRENT_DESKTOP") else { return [] }
        return String(cString: desktops).split(separator: ":")
    }
}
