internal import CGtk
internal import CShims
internal import CaptureCore
internal import GLibBridge

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
        let menu = g_menu_new().unsafelyUnwrapped
        addSection(to: menu) { section in
            g_menu_append(section, tr("_Photos"), "win.open-photo")
            g_menu_append(section, tr("Scan _Codes"), "win.scan-codes")
            g_menu_append(section, tr("_Scan Latest Screenshot"), "win.scan-screenshot")
        }
        addSection(to: menu) { section in
            FramingMenu.append(to: section)
            let grids = GridMenu.model()
            withExtendedLifetime(grids) {
                g_menu_append_submenu(section, tr("_Grid"), UnsafeMutablePointer(grids.raw))
            }
            g_menu_append(section, tr("Le_vel"), "win.level")
            g_menu_append(section, tr("_Fullscreen"), "win.fullscreen")
        }
        addSection(to: menu) { section in
            g_menu_append(section, tr("P_references"), "win.preferences")
            g_menu_append(section, tr("_Keyboard Shortcuts"), "win.shortcuts")
            g_menu_append(section, tr("_Help"), "win.help")
            g_menu_append(section, tr("Something _wrong?"), "win.find-out")
            g_menu_append(section, tr("_About Tintype"), "win.about")
        }
        LazyMenu.set(menu, of: button)
        g_object_unref(menu.untyped)
        return button
    }

    /// - Parameter fill: appends to the section that it gets.
    private static func addSection(to menu: OpaquePointer, _ fill: (OpaquePointer) -> Void) {
        let section = g_menu_new().unsafelyUnwrapped
        fill(section)
        g_menu_append_section(menu, nil, UnsafeMutablePointer(section))
        g_object_unref(section.untyped)
    }
}
