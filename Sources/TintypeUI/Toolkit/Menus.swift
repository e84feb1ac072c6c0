// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// An entry of a menu.
enum MenuEntry {
    /// - Parameters:
    ///   - target: the one of the action's choices that it stands for.
    ///   - key: only shown; the window binds it.
    ///   - hiddenWhen: a word of GTK's, as in "action-disabled".
    case item(String, WindowAction, target: String? = nil, key: String? = nil, hiddenWhen: String? = nil)
    case section(String?, [MenuEntry])
    case submenu(String, [MenuEntry])
}

/// Menus, made of entries:
///
///     let button = Menus.button("help-symbolic", tr("Help"))
///     Menus.set([.item(tr("_Help"), .help)], of: button)
enum Menus {
    /// A button that opens upwards; floating.
    static func button(_ icon: String, _ name: String, classes: [String] = []) -> OpaquePointer {
        let button = OpaquePointer(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button, icon)
        gtk_menu_button_set_direction(button, GTK_ARROW_UP)
        Widgets.addClasses(classes, to: button)
        Widgets.name(button, name)
        return button
    }

    /// Words from elsewhere as an item's title, where "_" would stand before the item's key.
    static func title(_ words: String) -> String { words.replacing("_", with: "__") }

    /// A GMenu.
    static func model(_ entries: [MenuEntry] = []) -> ObjectRef {
        let menu = ObjectRef(adopting: g_menu_new().unsafelyUnwrapped)
        fill(menu.raw, entries)
        return menu
    }

    /// Gives a GMenu these entries, in place of those it had.
    static func fill(_ menu: OpaquePointer, _ entries: [MenuEntry]) {
        g_menu_remove_all(menu)
        for entry in entries {
            switch entry {
            case .item(let title, let action, let target, let key, let hiddenWhen):
                let item = g_menu_item_new(title, nil)
                g_menu_item_set_action_and_target_value(
                    item, action.detailedName, target.map { g_variant_new_string($0) } ?? nil)
                for (name, value) in [("accel", key), ("hidden-when", hiddenWhen)] {
                    if let value { g_menu_item_set_attribute_value(item, name, g_variant_new_string(value)) }
                }
                g_menu_append_item(menu, item)
                g_object_unref(UnsafeMutableRawPointer(item))
            case .section(let title, let entries):
                let section = model(entries)
                withExtendedLifetime(section) {
                    g_menu_append_section(menu, title, UnsafeMutablePointer(section.raw))
                }
            case .submenu(let title, let entries):
                let submenu = model(entries)
                withExtendedLifetime(submenu) {
                    g_menu_append_submenu(menu, title, UnsafeMutablePointer(submenu.raw))
                }
            }
        }
    }

    /// Gives a menu button a menu, in place of the one it had. Its widgets are made when it is first opened, to spare the
    /// start.
    static func set(_ entries: [MenuEntry], of button: OpaquePointer) {
        let menu = model(entries)
        withExtendedLifetime(menu) { set(menu.raw, of: button) }
    }

    /// The same with a GMenu that is filled again later.
    static func set(_ menu: OpaquePointer, of button: OpaquePointer) {
        gtk_menu_button_set_popover(button, nil)
        g_object_ref(UnsafeMutableRawPointer(menu))
        gtk_menu_button_set_create_popup_func(
            button,
            { button, menu in
                guard let button, let menu, gtk_menu_button_get_popover(button) == nil else { return }
                gtk_menu_button_set_menu_model(button, menu.assumingMemoryBound(to: GMenuModel.self))
                if let popover = gtk_menu_button_get_popover(button) {
                    let name = g_object_get_data(UnsafeMutablePointer(button), Widgets.nameKey).map {
                        String(cString: $0.assumingMemoryBound(to: CChar.self))
                    }
                    MainActor.assumeIsolated {
                        Widgets.nameInnerParts(below: OpaquePointer(popover), name ?? "")
                    }
                }
            },
            UnsafeMutableRawPointer(menu), { g_object_unref($0) })
    }
}
