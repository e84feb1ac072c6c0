internal import CGtk
internal import GLibBridge

/// The button "Self-Timer" beside the shutter, with its choices.
final class TimerMenu {
    /// Seconds, in the order of the menu.
    private static let choices = [0, 3, 5, 10]

    let widget: ObjectRef
    private let setCurrent: (String) -> Void

    /// - Parameters:
    ///   - actions: the window, which gets the action "win.self-timer".
    ///   - onChange: called with the chosen seconds.
    init(actions: OpaquePointer, seconds: Int, onChange: @escaping @MainActor (Int) -> Void) {
        let button = OpaquePointer(gtk_menu_button_new())
        widget = ObjectRef(sinking: button)
        gtk_menu_button_set_icon_name(button, "alarm-symbolic")
        gtk_menu_button_set_direction(button, GTK_ARROW_UP)
        Widgets.addClasses(["deck-button"], to: button)
        Widgets.name(button, tr("Self-Timer"))
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        let set = Actions.addChoice(to: actions, "self-timer") { choice in
            if let seconds = Int(choice) { onChange(seconds) }
        }
        setCurrent = set
        let menu = g_menu_new()
        for seconds in Self.choices {
            let title = seconds == 0 ? tr("No Timer") : trn("%d Second", "%d Seconds", seconds)
            let item = g_menu_item_new(title, nil)
            g_menu_item_set_action_and_target_value(
                item, "win.self-timer", g_variant_new_string(String(seconds)))
            g_menu_append_item(menu, item)
            g_object_unref(UnsafeMutableRawPointer(item))
        }
        if let menu { LazyMenu.set(menu, of: button) }
        g_object_unref(UnsafeMutableRawPointer(menu))
        show(seconds)
    }

    /// Marks the present choice.
    func show(_ seconds: Int) {
        setCurrent(String(seconds))
        Widgets.setClass("timer-on", of: widget.raw, seconds > 0)
    }
}
