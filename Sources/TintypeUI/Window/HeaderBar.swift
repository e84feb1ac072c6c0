// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The bar on top: scanning, Auto and Pro, main menu.
final class HeaderBar {
    let widget: ObjectRef
    let modes: ModeToggle

    /// - Parameter actions: the window, whose actions the menus call.
    init(mode: ShootingMode, scan: ScanToggle, actions: OpaquePointer) {
        modes = ModeToggle(mode: mode)
        let bar = OpaquePointer(adw_header_bar_new())
        widget = ObjectRef(sinking: bar)
        adw_header_bar_set_title_widget(bar, modes.widget.raw.widget)
        adw_header_bar_pack_start(bar, Self.optional(scan.widget.raw).widget)
        adw_header_bar_pack_end(bar, Self.mainMenu().widget)
    }

    /// Hides a widget that has no room, e.g. on a phone's screen: the menu has the same.
    private static func optional(_ widget: OpaquePointer) -> OpaquePointer {
        let squeezer = OpaquePointer(adw_squeezer_new()).unsafelyUnwrapped
        adw_squeezer_set_allow_none(squeezer, 1)
        adw_squeezer_set_homogeneous(squeezer, 0)
        adw_squeezer_add(squeezer, widget.widget)
        // GTK only leaves it undrawn; hide it from a screen reader too.
        connect(squeezer, "notify::visible-child") { _ in
            tt_set_accessible_hidden(widget.untyped, adw_squeezer_get_visible_child(squeezer) == nil ? 1 : 0)
        }
        return squeezer
    }

    private static func mainMenu() -> OpaquePointer {
        let button = OpaquePointer(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button, "open-menu-symbolic")
        // F10 opens it.
        gtk_menu_button_set_primary(button, 1)
        Widgets.name(button, tr("Main Menu"))
        Menus.set(
            [
                .section(
                    nil,
                    [
                        .item(tr("_Photos"), .openPhoto), .item(tr("Scan _Codes"), .scanCodes),
                        .item(tr("_Scan Latest Screenshot"), .scanScreenshot),
                    ]),
                .section(
                    nil,
                    FramingMenu.entries + [
                        .submenu(tr("_Grid"), GridMenu.entries), .item(tr("Le_vel"), .level),
                        .item(tr("_Fullscreen"), .fullscreen),
                    ]),
                .section(
                    nil,
                    [
                        .item(tr("P_references"), .preferences),
                        .item(tr("_Keyboard Shortcuts"), .shortcuts), .item(tr("_Help"), .help),
                        .item(tr("Something _wrong?"), .findOut),
                        .item(tr("_About Tintype"), .about),
                    ]),
            ], of: button)
        return button
    }
}
