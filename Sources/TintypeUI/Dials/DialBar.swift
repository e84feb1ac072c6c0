// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// Pro's controls over the picture's lower edge: a chip for each photographic control of the camera, tools after them,
/// and one ruler that the chosen chip unfolds.
///
/// Each layer is only as large as its buttons, so that a click beside them reaches the picture.
final class DialBar {
    /// Called with the person's request.
    var onRequest: (ControlRequest) -> Void = { _ in }
    /// The chips came or went, or the ruler.
    var onLayout: () -> Void = {}

    private let more = MoreButton()
    let presets = PresetsButton()

    private let scrim = ChipScrim()
    private let scroller: ObjectRef
    /// In the scroller.
    private let row: OpaquePointer
    private let ruler = RulerView()
    private var chips: [DialChip] = []
    private var open: DialChip? {
        didSet {
            guard open !== oldValue else { return }
            oldValue?.isOpen = false
            open?.isOpen = true
            ruler.show(open)
            open.map(bringIntoSight)
            onLayout()
        }
    }

    /// - Parameter assistants: the button of the assistants.
    init(assistants: AssistantsButton) {
        row = Widgets.row(spacing: 8, [])
        let tools = [assistants.widget.raw, presets.widget.raw, more.widget.raw]
        for tool in tools { Widgets.addClasses(["chip-tool"], to: tool) }
        let all = Widgets.stillRow(spacing: 8, classes: ["chip-content"], [row] + tools)
        let view = OpaquePointer(gtk_scrolled_window_new())
        scroller = ObjectRef(sinking: view)
        gtk_scrolled_window_set_policy(view, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_propagate_natural_width(view, 1)
        // The keyboard goes to the chips, which scroll into view.
        gtk_widget_set_focusable(view.widget, 0)
        gtk_scrolled_window_set_child(view, all.widget)
        Widgets.addClasses(["chips"], to: view)
        gtk_widget_set_halign(view.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(view.widget, GTK_ALIGN_END)
        isShown = false
        more.onRequest = { [weak self] in self?.onRequest($0) }
    }

    /// The layers over the picture, the lowest first.
    var layers: [OpaquePointer] {
        [scrim.widget.raw, scroller.raw, ruler.widget.raw, ruler.bubble.widget.raw]
    }

    var isShown: Bool {
        get { gtk_widget_get_visible(scroller.raw.widget) != 0 }
        set {
            for layer in [scrim.widget.raw, scroller.raw] { Widgets.setVisible(layer, newValue) }
            if newValue { Widgets.playAgain(scroller.raw) } else { open = nil }
            onLayout()
        }
    }

    /// How much of the picture's lower edge it takes; logical pixels, as in style.css.
    var height: Int32 { isOpen ? 136 : isShown ? 56 : 0 }

    /// Whether a ruler is unfolded.
    private var isOpen: Bool { open != nil }

    /// - Returns: whether there was a ruler to fold.
    func fold() -> Bool {
        defer { open = nil }
        return isOpen
    }

    /// Shows these values; reuses the widgets of controls that stay.
    func show(_ readings: [ControlReading]) {
        more.show(readings)
        let models = Dial.all(from: readings)
        if models.map(\.shape) != chips.map(\.dial.shape) { rebuild(models) }
        for (model, chip) in zip(models, chips) { chip.show(model) }
    }

    /// The camera refused a value: its chip shows it.
    ///
    /// - Returns: whether something on the bar shows that control.
    func refused(_ refusal: ControlRefusal) -> Bool {
        if more.refused(refusal) { return true }
        let chip = chips.first {
            $0.dial.control == refusal.control || $0.dial.automatic?.control == refusal.control
        }
        chip?.refuse()
        return chip != nil
    }

    private func rebuild(_ models: [Dial]) {
        let opened = open?.dial.kind
        open = nil
        Widgets.removeChildren(of: row)
        chips = models.map { model in
            let chip = DialChip(model)
            gtk_box_append(row.box, chip.widget.raw.widget)
            chip.onRequest = { [weak self] in self?.onRequest($0) }
            chip.onToggle = { [weak self, weak chip] in self?.toggle(chip) }
            chip.onRefresh = { [weak self, weak chip] in
                if let chip, self?.open === chip { self?.ruler.refresh() }
            }
            chip.onTurn = { [weak self, weak chip] in
                if let chip, self?.open === chip { self?.ruler.showBubble() }
            }
            return chip
        }
        // Keeps the ruler open for the same dial of another camera, or of one that came back.
        open = chips.first { $0.dial.kind == opened }
    }

    /// Scrolls a chip to the middle of the row, where nothing fades, as far as possible.
    private func bringIntoSight(_ chip: DialChip) {
        guard let content = gtk_widget_get_parent(row.widget),
            let adjustment = gtk_scrolled_window_get_hadjustment(scroller.raw)
        else { return }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(chip.widget.raw.widget, content, &bounds) != 0 else { return }
        let middle = Double(bounds.origin.x + bounds.size.width / 2)
        gtk_adjustment_set_value(adjustment, middle - gtk_adjustment_get_page_size(adjustment) / 2)
    }

    private func toggle(_ chip: DialChip?) { open = open === chip ? nil : chip }
}

/// The gradient behind the chips, which makes white words legible over any picture.
private final class ChipScrim: DrawnView {
    /// Logical pixels.
    private static let height: Int32 = 112

    let widget: ObjectRef

    init() {
        let area = Drawing.area(GTK_ACCESSIBLE_ROLE_PRESENTATION)
        widget = ObjectRef(sinking: area.widget)
        gtk_widget_set_size_request(area.widget.widget, -1, Self.height)
        gtk_widget_set_valign(area.widget.widget, GTK_ALIGN_END)
        gtk_widget_set_can_target(area.widget.widget, 0)
        area.drawing.view = self
    }

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        Drawing.image(into: snapshot, of: widget.raw, width: width, height: height) { context in
            let shade = cairo_pattern_create_linear(0, 0, 0, Double(height))
            cairo_pattern_add_color_stop_rgba(shade, 0, 0, 0, 0, 0)
            cairo_pattern_add_color_stop_rgba(shade, 1, 0, 0, 0, 0.6)
            cairo_set_source(context, shade)
            cairo_paint(context)
            cairo_pattern_destroy(shade)
        }
    }
}

extension Dial {
    /// The properties that identify a dial, without its value.
    fileprivate var shape: [Int64] {
        [Int64(control.rawValue), range.lowerBound, range.upperBound, step]
    }
}
