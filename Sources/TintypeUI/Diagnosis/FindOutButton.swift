internal import CGtk
internal import GLibBridge

/// The button on every failure panel that finds out more.
enum FindOutButton {
    static func make(_ action: @escaping @MainActor () -> Void) -> OpaquePointer {
        let button = Widgets.button(tr("Something wrong?"), classes: ["flat", "find-out"], action)
        gtk_widget_set_halign(button.widget, GTK_ALIGN_CENTER)
        return button
    }
}
