internal import CGtk
internal import CShims
internal import CaptureCore
internal import GLibBridge

/// One dial: a caption, the value with its unit, and a ruler that slides under a needle.
///
/// Drag, wheel, arrow keys, Page Up and Down, Home and End turn it; a digit opens a field to type in; double-click or
/// Delete gives it back to the camera. An orange A says that the camera decides, and then the value moves by itself.
final class DialView: DrawnView {
    let widget: ObjectRef
    var onWish: (ControlWish) -> Void = { _ in }
    private(set) var dial: Dial

    private let value: OpaquePointer
    private let automatic: OpaquePointer
    private let ruler: OpaquePointer
    private let adjustment: ObjectRef
    private var scale: DialScale
    private var entry: DialEntry?
    /// The value set last, shown until the camera confirms it.
    private var wanted: Int64?
    private var wantedTimer: MainTimer?
    private var refusal: MainTimer?
    /// True while the value changes without the person, so that it is not taken for a request.
    private var isShowing = false
    private var input: DialInput?

    init(_ dial: Dial) {
        self.dial = dial
        scale = DialScale(dial)
        value = Widgets.label("", classes: ["numeric"])
        automatic = Widgets.label(tr("A"), classes: ["automatic-mark"])
        let made = gtk_adjustment_new(
            Double(dial.value ?? dial.defaultValue), Double(dial.range.lowerBound),
            Double(dial.range.upperBound),
            Double(dial.step), Double(dial.step * 10), 0)
        adjustment = ObjectRef(sinking: OpaquePointer(made.unsafelyUnwrapped))
        let drawn = Drawing.dial(adjustment)
        ruler = drawn.widget
        gtk_widget_set_size_request(ruler.widget, 124, 44)
        let title = DialWording.title(dial.kind)
        tt_set_accessible_label(ruler.untyped, title)
        let line = Widgets.row(spacing: 6, [automatic, value])
        gtk_widget_set_halign(line.widget, GTK_ALIGN_CENTER)
        let chip = Widgets.column(
            spacing: 0, classes: ["dial-chip"], [Widgets.label(title, classes: ["caption"]), line, ruler])
        widget = ObjectRef(sinking: chip)
        drawn.drawing.view = self
        connectInput()
    }

    /// Shows the camera's value.
    func show(_ dial: Dial) {
        self.dial = dial
        // Still automatic just after it was turned: the camera has not been asked yet.
        if wanted == dial.value { wanted = nil }
        refresh()
    }

    /// Snaps back with a shake, and explains why in tooltip and accessible description.
    func refuse() {
        wanted = nil
        explain(tr("The camera did not accept this value"))
        gtk_widget_add_css_class(widget.raw.widget, "refused")
        refusal = .once(after: 600) { [weak self] in
            guard let self else { return }
            gtk_widget_remove_css_class(self.widget.raw.widget, "refused")
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
        onWish(.automatic(dial))
    }

    func set(_ newValue: Int64) {
        explain(nil)
        wanted = newValue
        // Without confirmation from the camera, the dial returns to its value.
        wantedTimer = .once(after: 2000) { [weak self] in
            self?.wanted = nil
            self?.refresh()
        }
        onWish(.manual(dial, newValue))
        refresh()
    }

    /// The tooltip and the accessible description besides the value.
    private func explain(_ words: String?) {
        gtk_widget_set_tooltip_text(widget.raw.widget, words)
        tt_set_accessible_description(ruler.untyped, words ?? "")
    }

    func startTyping(_ text: String) {
        let entry = DialEntry(over: ruler, text: text)
        entry.onText = { [weak self] text in
            guard let self, let typed = DialWording.value(typed: text, self.dial) else { return }
            self.set(typed)
        }
        self.entry = entry
    }

    private func connectInput() {
        input = DialInput(on: ruler, dial: self)
        connect(adjustment.raw, "value-changed") { [weak self] _ in
            guard let self, !self.isShowing else { return }
            self.set(Int64(gtk_adjustment_get_value(UnsafeMutablePointer(self.adjustment.raw)).rounded()))
        }
    }

    private func refresh() {
        isShowing = true
        gtk_adjustment_set_value(UnsafeMutablePointer(adjustment.raw), Double(current))
        isShowing = false
        let isAutomatic = dial.isAutomatic && wanted == nil
        let text = DialWording.text(current, dial)
        gtk_label_set_text(value, text)
        Widgets.setVisible(automatic, isAutomatic)
        tt_set_accessible_value_text(
            ruler.untyped, isAutomatic ? tr("%s, automatic").filling("%s", with: text) : text)
        gtk_widget_queue_draw(ruler.widget)
    }

    /// Not set by hand: the camera decides, or the value is neutral.
    private var isLeftToCamera: Bool {
        dial.automatic == nil ? current == dial.defaultValue : dial.isAutomatic && wanted == nil
    }

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        DialRuler(
            position: scale.position(of: current), count: scale.stops.count,
            isAutomatic: isLeftToCamera,
            hasFocus: gtk_widget_has_visible_focus(ruler.widget) != 0
        ).draw(into: snapshot, width: Double(width), height: Double(height))
    }
}
