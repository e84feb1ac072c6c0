internal import CGtk
internal import CShims
internal import GLibBridge

/// Shows a message in the middle of the viewfinder, with buttons for what can be done.
final class MessagePanel {
    let widget: ObjectRef
    /// Called when a button was pressed.
    var onRemedy: (Message.Remedy) -> Void = { _ in }
    /// Called when the person wants to know more.
    var onFindOut: () -> Void = {}

    /// Logical pixels.
    private static let (iconSize, programIconSize): (Int32, Int32) = (72, 128)

    private let panel = OpaquePointer(tt_alert_box_new(12))
    private let icon: OpaquePointer
    private let title: OpaquePointer
    private let text: OpaquePointer
    private let buttons: OpaquePointer
    private var message: Message?

    init() {
        icon = OpaquePointer(gtk_image_new())
        title = Widgets.label("", classes: ["title-1"], wraps: true)
        text = Widgets.label("", classes: ["description"], wraps: true)
        gtk_label_set_max_width_chars(text, 44)
        buttons = Widgets.column(spacing: 12, [])
        gtk_widget_set_halign(buttons.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_margin_top(buttons.widget, 12)
        // Large words in a small window are scrolled to, by the keyboard too.
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        widget = ObjectRef(sinking: scroller)
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_widget_set_focusable(panel.widget, 1)
        gtk_scrolled_window_set_child(scroller, panel.widget)
        for child in [icon, title, text, buttons] { gtk_box_append(panel.box, child.widget) }
        Widgets.addClasses(["message-panel"], to: panel)
        Widgets.center(panel)
        gtk_widget_set_valign(scroller.widget, GTK_ALIGN_CENTER)
        Widgets.setVisible(scroller, false)
    }

    /// Shows a message, or nothing.
    ///
    /// - Returns: whether it differs from the one before.
    @discardableResult func show(_ message: Message?) -> Bool {
        guard message != self.message else { return false }
        self.message = message
        Widgets.setVisible(widget.raw, message != nil)
        if let message { fill(message) }
        return true
    }

    /// Moves the focus to the first remedy of a question, otherwise to the message.
    func takeFocus(isQuestion: Bool) {
        guard let window = gtk_widget_get_root(panel.widget) else { return }
        let remedy = isQuestion ? gtk_widget_get_first_child(buttons.widget) : nil
        // Boxes give what they grab to their children.
        gtk_window_set_focus(window.window, remedy ?? panel.widget)
    }

    private func fill(_ message: Message) {
        gtk_image_set_pixel_size(icon, message.icon == nil ? Self.programIconSize : Self.iconSize)
        let program = g_application_get_application_id(g_application_get_default())
        gtk_image_set_from_icon_name(icon, message.icon ?? program.map { String(cString: $0) })
        gtk_label_set_text(title, message.title)
        gtk_label_set_text(text, message.text)
        tt_set_accessible_label(panel.untyped, message.title)
        tt_set_accessible_description(panel.untyped, message.text)
        showButtons(message)
    }

    private func showButtons(_ message: Message) {
        Widgets.removeChildren(of: buttons)
        for (index, remedy) in message.remedies.enumerated() {
            // What shows no camera is never what is suggested.
            let isSuggested = index == 0 && remedy != .useTestScene
            let classes = isSuggested ? ["pill", "suggested-action"] : ["pill"]
            let button = Widgets.button(remedy.title, classes: classes) { [weak self] in
                self?.onRemedy(remedy)
            }
            gtk_box_append(buttons.box, button.widget)
        }
        guard message.isTrouble else { return }
        let findOut = FindOutButton.make { [weak self] in self?.onFindOut() }
        gtk_box_append(buttons.box, findOut.widget)
    }
}
