internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Pro's bar: a dial for each thing the camera lets a photographer set. What a camera does not have is absent.
final class DialBar {
    let widget: ObjectRef
    /// Told what the person wants.
    var onWish: (ControlWish) -> Void = { _ in }

    private let row: OpaquePointer
    private var dials: [DialView] = []

    init() {
        row = Widgets.row(spacing: 8, classes: ["dial-bar"], [])
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(scroller, row.widget)
        let revealer = OpaquePointer(gtk_revealer_new())
        widget = ObjectRef(sinking: revealer)
        gtk_revealer_set_transition_type(revealer, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(revealer, scroller.widget)
    }

    var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(widget.raw) != 0 }
        set { gtk_revealer_set_reveal_child(widget.raw, newValue ? 1 : 0) }
    }

    /// Shows these values; reuses the dials where they are the same.
    func show(_ models: [Dial]) {
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

    /// The camera did not take a value: its dial says so.
    func refused(_ refusal: ControlRefusal) {
        dials.first { $0.dial.control == refusal.control || $0.dial.automatic?.control == refusal.control }?
            .refuse()
    }
}

extension Dial {
    /// What makes a dial another dial; its value does not.
    fileprivate var shape: [Int64] {
        [Int64(control.rawValue), range.lowerBound, range.upperBound, step]
    }
}
