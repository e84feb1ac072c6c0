// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// The button "Self-Timer" beside the shutter, with its choices.
final class TimerMenu {
    /// Seconds, in the order of the menu.
    private static let choices = [0, 3, 5, 10]

    let widget: ObjectRef
    /// The seconds beside the icon.
    private let number = Widgets.label("", classes: ["timer-number"])
    private let setCurrent: (String) -> Void

    /// - Parameters:
    ///   - actions: the window, which gets the action `selfTimer`.
    ///   - onChange: called with the chosen seconds.
    init(actions: OpaquePointer, seconds: Int, onChange: @escaping @MainActor (Int) -> Void) {
        let button = Menus.button("alarm-symbolic", tr("Self-Timer"), classes: ["deck-button"])
        widget = ObjectRef(sinking: button)
        let icon = OpaquePointer(gtk_image_new_from_icon_name("alarm-symbolic"))
        // The name says it.
        tt_set_accessible_hidden(number.untyped, 1)
        gtk_menu_button_set_child(button, Widgets.row(spacing: 2, [icon, number]).widget)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        let set = Actions.addChoice(to: actions, .selfTimer) { choice in
            if let seconds = Int(choice) { onChange(seconds) }
        }
        setCurrent = set
        let entries = Self.choices.map { seconds in
            MenuEntry.item(Self.title(seconds), .selfTimer, target: String(seconds))
        }
        Menus.set(entries, of: button)
        show(seconds)
    }

    private static func title(_ seconds: Int) -> String {
        seconds == 0 ? tr("No Timer") : trn("%d Second", "%d Seconds", seconds)
    }

    /// Marks the present choice.
    func show(_ seconds: Int) {
        setCurrent(String(seconds))
        Widgets.name(widget.raw, tr("Self-Timer"), choice: seconds > 0 ? Self.title(seconds) : nil)
        Widgets.setClass("timer-on", of: widget.raw, seconds > 0)
        gtk_label_set_text(number, String(seconds))
        Widgets.setVisible(number, seconds > 0)
    }
}
