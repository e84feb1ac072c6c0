internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The bar on top: camera chooser, scanning, Auto and Pro, main menu.
final class HeaderBar {
    let widget: ObjectRef
    let modes: ModeToggle
    let cameras: CameraMenu
    let scan = ScanToggle()

    /// - Parameter actions: the window, whose actions the menus call.
    init(mode: ShootingMode, actions: OpaquePointer) {
        modes = ModeToggle(mode: mode)
        cameras = CameraMenu(actions: actions)
        let bar = OpaquePointer(adw_header_bar_new())
        widget = ObjectRef(sinking: bar)
        adw_header_bar_set_title_widget(bar, modes.widget.raw.widget)
        adw_header_bar_pack_start(bar, cameras.widget.raw.widget)
        adw_header_bar_pack_start(bar, scan.widget.raw.widget)
        adw_header_bar_pack_end(bar, Self.mainMenu().widget)
    }

    /// Makes room on a telephone's screen: the menu has what is left out.
    ///
    /// - Parameter width: of the window, in logical pixels.
    func fit(into width: Int32) {
        let isCrowded = width < (cameras.isOffered ? Self.widthForBoth : Self.widthForOne)
        Widgets.setVisible(scan.widget.raw, !isCrowded)
    }

    /// What the bar needs with one button and with two at its start, beside three of the window's own, is 407 and 457
    /// pixels; a little more, so that a window can get there from above.
    private static let (widthForOne, widthForBoth): (Int32, Int32) = (414, 464)

    private static func mainMenu() -> OpaquePointer {
        let button = OpaquePointer(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button, "open-menu-symbolic")
        // F10 opens it.
        gtk_menu_button_set_primary(button, 1)
        Widgets.name(button, tr("Main Menu"))
        let menu = g_menu_new()
        g_menu_append(menu, tr("Scan _Codes"), "win.scan-codes")
        g_menu_append(menu, tr("_Scan Latest Screenshot"), "win.scan-screenshot")
        let shapes = AspectMenu.model()
        withExtendedLifetime(shapes) {
            g_menu_append_submenu(menu, tr("Aspect _Ratio"), UnsafeMutablePointer(shapes.raw))
        }
        g_menu_append(menu, tr("_Preferences"), "win.preferences")
        g_menu_append(menu, tr("_Keyboard Shortcuts"), "win.shortcuts")
        g_menu_append(menu, tr("_About Tintype"), "win.about")
        gtk_menu_button_set_menu_model(button, UnsafeMutablePointer(menu))
        g_object_unref(UnsafeMutableRawPointer(menu))
        return button
    }
}
