internal import CGtk
internal import GLibBridge

/// Pro's button "Viewing Aids": a menu of aids for focus, exposure and composition.
final class AssistantsButton {
    let widget: ObjectRef
    private let menu: ObjectRef
    private let grids = GridMenu.model()

    init() {
        let button = OpaquePointer(gtk_menu_button_new())
        widget = ObjectRef(sinking: button)
        gtk_menu_button_set_icon_name(button, "view-reveal-symbolic")
        gtk_menu_button_set_direction(button, GTK_ARROW_UP)
        Widgets.name(button, tr("Viewing Aids"))
        menu = ObjectRef(adopting: g_menu_new().unsafelyUnwrapped)
        fill(hasLevel: false)
        LazyMenu.set(menu.raw, of: button)
    }

    /// Offers the level too, if there is a level sensor.
    func offerLevel(_ isOffered: Bool) { fill(hasLevel: isOffered) }

    private func fill(hasLevel: Bool) {
        g_menu_remove_all(menu.raw)
        var toggles = [
            MenuItem.make(tr("Focus _Peaking"), "win.peaking", key: "p"),
            MenuItem.make(tr("_Zebra"), "win.zebra", key: "e"),
            MenuItem.make(tr("Focus _Loupe"), "win.loupe", key: "o"),
        ]
        if hasLevel { toggles.append(MenuItem.make(tr("Le_vel"), "win.level", key: "v")) }
        add(nil, toggles)
        add(
            tr("Histogram"),
            [
                MenuItem.make(tr("No Histogram"), "win.histogram", "off"),
                MenuItem.make(tr("Brightness"), "win.histogram", "luma", key: "h"),
                MenuItem.make(tr("Colours"), "win.histogram", "rgb"),
            ])
        // In Auto this menu is beside the zoom.
        let framing = g_menu_new().unsafelyUnwrapped
        FramingMenu.append(to: framing)
        g_menu_append_section(menu.raw, nil, UnsafeMutablePointer(framing))
        g_object_unref(framing.untyped)
        g_menu_append_section(menu.raw, tr("Grid"), UnsafeMutablePointer(grids.raw))
    }

    private func add(_ title: String?, _ items: [OpaquePointer]) {
        let section = g_menu_new()
        for item in items {
            g_menu_append_item(section, item)
            g_object_unref(UnsafeMutableRawPointer(item))
        }
        g_menu_append_section(menu.raw, title, UnsafeMutablePointer(section))
        g_object_unref(UnsafeMutableRawPointer(section))
    }
}

/// Lines over the picture, as a menu; both modes have them.
enum GridMenu {
    /// Calls the window's action "grid".
    static func model() -> ObjectRef {
        let menu = g_menu_new().unsafelyUnwrapped
        for item in [
            MenuItem.make(tr("No Grid"), "win.grid", "off"),
            MenuItem.make(tr("Thirds"), "win.grid", "thirds", key: "g"),
            MenuItem.make(tr("Squares"), "win.grid", "square"),
            MenuItem.make(tr("Golden Section"), "win.grid", "golden"),
        ] {
            g_menu_append_item(menu, item)
            g_object_unref(UnsafeMutableRawPointer(item))
        }
        return ObjectRef(adopting: menu)
    }
}

private enum MenuItem {
    /// - Parameter key: only shown; the window binds it.
    static func make(
        _ title: String, _ action: String, _ target: String? = nil, key: String? = nil
    ) -> OpaquePointer {
        let item = g_menu_item_new(title, nil).unsafelyUnwrapped
        g_menu_item_set_action_and_target_value(item, action, target.map { g_variant_new_string($0) } ?? nil)
        if let key { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key)) }
        return item
    }
}
