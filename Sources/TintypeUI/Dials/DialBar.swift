internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Pro's bar: a dial for each photographic control of the camera, and tools beside them.
final class DialBar {
    let widget: ObjectRef
    /// Called with the person's request.
    var onWish: (ControlWish) -> Void = { _ in }

    let more = MoreButton()
    let presets = PresetsButton()

    private let content: OpaquePointer
    private let row: OpaquePointer
    private var dials: [DialView] = []

    /// - Parameter assistants: the button of the assistants.
    init(assistants: AssistantsButton) {
        row = Widgets.row(spacing: 8, classes: ["dial-bar"], [])
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(scroller, row.widget)
        gtk_widget_set_hexpand(scroller.widget, 1)
        let revealer = OpaquePointer(gtk_revealer_new())
        widget = ObjectRef(sinking: revealer)
        gtk_revealer_set_transition_type(revealer, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        content = Widgets.row(
            spacing: 0, classes: ["pro-bar"],
            [scroller, Self.tools(more.widget.raw, [assistants.widget.raw, presets.widget.raw])])
        Widgets.setVisible(content, false)
        gtk_revealer_set_child(revealer, content.widget)
        // A folded widget is hidden from a screen reader too.
        connect(revealer, "notify::child-revealed") { [weak self] _ in
            guard let self, !self.isRevealed else { return }
            Widgets.setVisible(self.content, false)
        }
        more.onWish = { [weak self] in self?.onWish($0) }
    }

    var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(widget.raw) != 0 }
        set {
            if newValue { Widgets.setVisible(content, true) }
            gtk_revealer_set_reveal_child(widget.raw, newValue ? 1 : 0)
        }
    }

    /// Shows these values; reuses widgets where the controls are the same.
    func show(_ readings: [ControlReading]) {
        more.show(readings)
        let models = Dial.all(from: readings)
        if models.map(\.shape) != dials.map(\.dial.shape) {
            Widgets.removeChildren(of: row)
            dials = models.map { model in
                let view = DialView(model)
                view.onWish = { [weak self] in self?.onWish($0) }
                gtk_box_append(row.box, view.widget.raw.widget)
                return view
            }
        }
        for (model, view) in zip(models, dials) { view.show(model) }
    }

    /// The camera refused a value: its dial shows it.
    ///
    /// - Returns: whether something on the bar shows that control.
    func refused(_ refusal: ControlRefusal) -> Bool {
        if more.refused(refusal) { return true }
        let dial = dials.first {
            $0.dial.control == refusal.control || $0.dial.automatic?.control == refusal.control
        }
        dial?.refuse()
        return dial != nil
    }

    /// Stacked at the end, so that a narrow window keeps its room for the dials.
    private static func tools(_ first: OpaquePointer, _ others: [OpaquePointer]) -> OpaquePointer {
        let tools = Widgets.column(
            spacing: 4, classes: ["pro-tools"], [first, Widgets.row(spacing: 4, others)])
        gtk_widget_set_valign(tools.widget, GTK_ALIGN_CENTER)
        return tools
    }
}

extension Dial {
    /// The facts that make a dial another one; its value does not.
    fileprivate var shape: [Int64] {
        [Int64(control.rawValue), range.lowerBound, range.upperBound, step]
    }
}
