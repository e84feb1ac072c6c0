// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// Shows a message in the middle of the viewfinder, with buttons for what can be done; or a question, which ignores keys
/// at first, as they may have been meant for something else.
final class MessagePanel {
    let widget: ObjectRef
    /// Called when a button was pressed.
    var onRemedy: (Message.Remedy) -> Void = { _ in }
    /// Called when the person wants to know more.
    var onFindOut: () -> Void = {}
    /// Called when Escape leaves a question open.
    var onEscape: () -> Void = {}

    /// Milliseconds in which a question that has just appeared ignores keys.
    static let haste: UInt32 = 500
    /// Logical pixels.
    private static let (iconSize, programIconSize): (Int32, Int32) = (72, 96)

    private let panel: OpaquePointer
    private let icon: OpaquePointer
    private let title: OpaquePointer
    private let text: OpaquePointer
    private let buttons: OpaquePointer
    private var message: Message?
    /// The message that the labels and buttons are made for; also while none is shown.
    private var filled: Message?
    /// The viewfinder's size, in logical pixels.
    private var room: (width: Int32, height: Int32) = (0, 0)
    /// Runs while keys are ignored.
    private var beginning: MainTimer?

    /// - Parameter isQuestion: whether it asks.
    init(isQuestion: Bool = false) {
        panel = OpaquePointer(isQuestion ? tt_question_box_new(12) : tt_alert_box_new(12))
        icon = OpaquePointer(gtk_image_new())
        title = Widgets.label("", classes: ["title-1"], wraps: true)
        text = Widgets.label("", classes: ["description"], wraps: true)
        gtk_label_set_max_width_chars(text, 44)
        buttons = Widgets.column(spacing: 12, [])
        gtk_widget_set_halign(buttons.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_margin_top(buttons.widget, 12)
        // In a small window the words scroll, by the keyboard too.
        let scroller = Widgets.scroller(panel)
        widget = ObjectRef(sinking: scroller)
        gtk_widget_set_focusable(panel.widget, 1)
        for child in [icon, title, text, buttons] { gtk_box_append(panel.box, child.widget) }
        Widgets.addClasses(["message-panel"], to: panel)
        Widgets.center(panel)
        Widgets.setVisible(scroller, false)
        if isQuestion { addKeys() }
    }

    private func addKeys() {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        connect(keys, "key-pressed") { [weak self] call in
            guard let self, self.beginning == nil else { return call.answer(true) }
            let isEscape = call.uint(0) == UInt32(GDK_KEY_Escape)
            if isEscape { self.onEscape() }
            call.answer(isEscape)
        }
        gtk_widget_add_controller(panel.widget, keys)
    }

    /// Lets the person answer a question. The focus starts at the words, which a screen reader reads.
    func begin() {
        beginning = .once(after: Self.haste) { [weak self] in self?.beginning = nil }
        takeFocus(isQuestion: false)
    }

    /// Hides decoration if the words need the room.
    ///
    /// - Parameters:
    ///   - width, height: of the viewfinder, in logical pixels.
    func fit(width: Int32, height: Int32) {
        guard (width, height) != room else { return }
        room = (width, height)
        fit()
    }

    private func fit() {
        guard message != nil, room.width > 0 else { return }
        setLow(false)
        var needed: Int32 = 0
        gtk_widget_measure(panel.widget, GTK_ORIENTATION_VERTICAL, room.width, &needed, nil, nil, nil)
        setLow(needed > room.height)
    }

    private func setLow(_ isLow: Bool) {
        Widgets.setVisible(icon, !isLow)
        Widgets.setClass("low", of: panel, isLow)
    }

    /// Shows a message, or nothing.
    ///
    /// - Returns: whether it differs from the one before.
    @discardableResult func show(_ message: Message?) -> Bool {
        guard message != self.message else { return false }
        self.message = message
        Widgets.setVisible(widget.raw, message != nil)
        if let message, message != filled {
            filled = message
            fill(message)
        }
        fit()
        return true
    }

    /// Moves the focus to the first remedy of a question, otherwise to the message.
    func takeFocus(isQuestion: Bool) {
        guard let window = gtk_widget_get_root(panel.widget) else { return }
        let remedy = isQuestion ? gtk_widget_get_first_child(buttons.widget) : nil
        // Not grab_focus, which boxes pass on to their children.
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
            // The test scene is never the suggested remedy.
            let isSuggested = index == 0 && remedy != .useTestScene
            let look = isSuggested ? "suggested-action" : remedy == .dontAllow ? "flat" : "edged"
            let classes = ["pill", look]
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
