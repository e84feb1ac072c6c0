internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The shapes that viewfinder and photos can have, as a menu.
enum AspectMenu {
    /// Calls the window's action "aspect-ratio".
    static func model() -> ObjectRef {
        let menu = g_menu_new().unsafelyUnwrapped
        for aspect in AspectRatio.allCases {
            let item = g_menu_item_new(title(aspect), nil)
            g_menu_item_set_action_and_target_value(
                item, "win.aspect-ratio", g_variant_new_string(aspect.rawValue))
            g_menu_append_item(menu, item)
            g_object_unref(UnsafeMutableRawPointer(item))
        }
        return ObjectRef(adopting: menu)
    }

    private static func title(_ aspect: AspectRatio) -> String {
        switch aspect {
        case .native: tr("The Camera’s Own")
        case .fourToThree: "4:3"
        case .sixteenToNine: "16:9"
        case .square: "1:1"
        }
    }
}
