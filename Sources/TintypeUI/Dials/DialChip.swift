// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// One dial as a chip over the picture: its name, an orange A while the camera decides, and the value.
///
/// The chip is a slider: wheel, arrow keys, Page Up and Down, Home and End turn it, also while its ruler is folded; a
/// digit opens a field to type in; double-click or Delete gives it back to the camera. A click unfolds the ruler.
final class DialChip: DrawnView {
    let widget: ObjectRef
    var onRequest: (ControlRequest) -> Void = { _ in }
    /// The person unfolds or folds the ruler.
    var onToggle: () -> Void = {}
    /// The chip shows something else.
    var onRefresh: () -> Void = {}
    /// The person turns it.
    var onTurn: () -> Void = {}
    private(set) var dial: Dial
    private(set) var scale: DialScale

    /// Name, A and value: the visible chip, below the slider.
    private let words: OpaquePointer
    private let value: OpaquePointer
    private let automatic: OpaquePointer
    private let slider: OpaquePointer
    private let adjustment: ObjectRef
    private var entry: DialEntry?
    /// The value set last, shown until the camera confirms it.
    private var wanted: Int64?
    private var wantedTimer: MainTimer?
    private var refusal: MainTimer?
    /// Why the camera refused the value, until the dial is turned again.
    private var explanation: String?
    /// True while the program changes the value, so that it is not taken for a request.
    private var isShowing = false
    private var input: DialInput?

    init(_ dial: Dial) {
        self.dial = dial
        scale = DialScale(dial)
        value = Widgets.label("", classes: ["numeric"])
        automatic = Widgets.label("", classes: ["automatic-mark"])
        // Fixed widths, so that the chips don't move while one is turned.
        gtk_label_set_width_chars(automatic, dial.automatic == nil ? 0 : 1)
        Widgets.setVisible(automatic, dial.automatic != nil)
        let texts = scale.stops.map { Self.shortText($0, dial).count }
        gtk_label_set_width_chars(value, Int32(texts.max() ?? 0))
        gtk_label_set_xalign(value, 0)
        let made = gtk_adjustment_new(
            Double(dial.value ?? dial.defaultValue), Double(dial.range.lowerBound),
            Double(dial.range.upperBound),
            Double(dial.step), Double(dial.step * 10), 0)
        adjustment = ObjectRef(sinking: OpaquePointer(made.unsafelyUnwrapped))
        let drawn = Drawing.dial(adjustment)
        slider = drawn.widget
        tt_set_accessible_label(slider.untyped, DialWording.title(dial.kind))
        words = Widgets.row(
            spacing: 6, classes: ["dial-chip"],
            [Widgets.label(DialWording.caption(dial.kind), classes: ["caption"]), automatic, value])
        let chip = OpaquePointer(gtk_overlay_new())
        gtk_overlay_set_child(chip, words.widget)
        gtk_overlay_add_overlay(chip, slider.widget)
        widget = ObjectRef(sinking: chip)
        drawn.drawing.view = self
        connectInput()
    }

    /// Whether its ruler is unfolded.
    var isOpen = false {
        didSet {
            guard isOpen != oldValue else { return }
            Widgets.setClass("active", of: words, isOpen)
            gtk_widget_queue_draw(slider.widget)
        }
    }

    /// Shows the camera's value.
    func show(_ dial: Dial) {
        self.dial = dial
        // Just after it was turned the report may still say automatic, as the camera has not been asked yet.
        if wanted == dial.value { wanted = nil }
        refresh()
    }

    /// Snaps back with a shake, and explains why in tooltip and accessible description.
    func refuse() {
        wanted = nil
        explanation = tr("The camera did not accept this value")
        gtk_widget_add_css_class(words.widget, "refused")
        refusal = .once(after: 600) { [weak self] in
            if let self { gtk_widget_remove_css_class(self.words.widget, "refused") }
        }
        refresh()
    }

    // MARK: Turning

    /// The shown value: the one just set, else the camera's.
    var current: Int64 { wanted ?? dial.value ?? dial.defaultValue }

    func turn(byStops stops: Double) {
        set(scale.value(at: scale.position(of: current) + stops))
    }

    func step(_ count: Int) { set(scale.value(count, stopsFrom: current)) }

    func goToEnd(_ isUpper: Bool) { set(isUpper ? dial.range.upperBound : dial.range.lowerBound) }

    func settleOnDetent() { set(scale.detent(near: current)) }

    func setAutomatic() {
        wanted = nil
        onRequest(.automatic(dial))
    }

    private func set(_ newValue: Int64) {
        explanation = nil
        wanted = newValue
        // Without confirmation from the camera, the dial returns to its value.
        wantedTimer = .once(after: 2000) { [weak self] in
            self?.wanted = nil
            self?.refresh()
        }
        onRequest(.manual(dial, newValue))
        refresh()
        onTurn()
    }

    func takeFocus() { gtk_widget_grab_focus(slider.widget) }

    func startTyping(_ text: String) {
        let entry = DialEntry(over: slider, text: text)
        entry.onText = { [weak self] text in
            guard let self, let typed = DialWording.value(typed: text, self.dial) else { return }
            self.set(typed)
        }
        self.entry = entry
    }

    private func connectInput() {
        input = DialInput(on: slider, chip: self, spacing: 9)
        input?.onClick = { [weak self] in self?.onToggle() }
        connect(adjustment.raw, "value-changed") { [weak self] _ in
            guard let self, !self.isShowing else { return }
            self.set(Int64(gtk_adjustment_get_value(UnsafeMutablePointer(self.adjustment.raw)).rounded()))
        }
    }

    private func refresh() {
        isShowing = true
        gtk_adjustment_set_value(UnsafeMutablePointer(adjustment.raw), Double(current))
        isShowing = false
        gtk_label_set_text(value, Self.shortText(current, dial))
        gtk_label_set_text(automatic, isAutomatic ? tr("A") : "")
        Widgets.setValue(of: slider, inWords: spoken, description: explanation)
        gtk_widget_set_tooltip_text(widget.raw.widget, explanation)
        onRefresh()
    }

    // MARK: What is shown

    /// The short text of a value. Exposure compensation has its unit in the caption.
    private static func shortText(_ value: Int64, _ dial: Dial) -> String {
        dial.kind == .exposureCompensation ? DialWording.mark(value, dial) : DialWording.text(value, dial)
    }

    /// The value with its unit.
    var text: String { DialWording.text(current, dial) }

    private var spoken: String {
        let words = DialWording.spoken(current, dial)
        return isAutomatic ? tr("%s, automatic").filling("%s", with: words) : words
    }

    var isAutomatic: Bool { dial.isAutomatic && wanted == nil }

    /// The focus ring: black on an open chip, which is orange.
    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        guard gtk_widget_has_visible_focus(slider.widget) != 0 else { return }
        var outline = GskRoundedRect()
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 2, y: 2),
            size: graphene_size_t(width: Float(width) - 4, height: Float(height) - 4))
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(height) / 2 - 2)
        let ring =
            isOpen
            ? GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
            : GdkRGBA(red: 1, green: 149 / 255, blue: 0, alpha: 1)
        var (widths, colors): ([Float], [GdkRGBA]) = (
            Array(repeating: 2, count: 4), Array(repeating: ring, count: 4)
        )
        gtk_snapshot_append_border(snapshot, &outline, &widths, &colors)
    }
}
