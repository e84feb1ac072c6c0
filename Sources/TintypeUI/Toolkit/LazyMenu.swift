internal import CGtk

/// A menu whose widgets are made when it is first opened, to spare the start.
enum LazyMenu {
    /// Gives a menu button a menu, in place of the one it had.
    static func set(_ menu: OpaquePointer, of button: OpaquePointer) {
        gtk_menu_button_set_popover(button, nil)
        g_object_ref(UnsafeMutableRawPointer(menu))
        gtk_menu_button_set_create_popup_func(
            button,
            { button, menu in
                guard let button, let menu, gtk_menu_button_get_popover(button) == nil else { return }
                gtk_menu_button_set_menu_model(button, menu.assumingMemoryBound(to: GMenuModel.self))
            },
            UnsafeMutableRawPointer(menu), { g_object_unref($0) })
    }
}
