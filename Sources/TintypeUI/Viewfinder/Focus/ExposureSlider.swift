// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The small slider with a sun beside the mark: exposure compensation, in stops.
///
/// A real scale, for the wheel, the arrow keys and screen readers.
final class ExposureSlider {
    /// Logical pixels.
    private static let width = 44.0
    private static let height = 152.0
    /// Milliseconds that it stays after it was touched, as the mark does.
    private static let hideDelay: UInt32 = 1400

    let widget: ObjectRef
    /// Called with the person's choice, in stops.
    var onChange: (Double) -> Void = { _ in }

    private let scale: OpaquePointer
    private var hideTimer: MainTimer?
    private var isSetByProgram = false

    init() {
        scale = OpaquePointer(gtk_scale_new_with_range(GTK_ORIENTATION_VERTICAL, -2, 2, 1.0 / 3))
        let box = Widgets.column(spacing: 0, classes: ["exposure-slider"], [scale])
        widget = ObjectRef(sinking: box)
        gtk_range_set_inverted(UnsafeMutablePointer(scale), 1)
        gtk_scale_set_draw_value(UnsafeMutablePointer(scale), 0)
        gtk_scale_set_has_origin(UnsafeMutablePointer(scale), 0)
        gtk_widget_set_vexpand(scale.widget, 1)
        gtk_widget_set_size_request(box.widget, Int32(Self.width), Int32(Self.height))
        // Its margins are a place in the picture, which is the same in every language. Not seen yet: no translation of
        // Tintype is read from right to left, and without one GTK is not, either.
        gtk_widget_set_direction(box.widget, GTK_TEXT_DIR_LTR)
        gtk_widget_set_halign(box.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(box.widget, GTK_ALIGN_START)
        Widgets.name(scale, tr("Exposure at the Point"))
        Widgets.setVisible(box, false)
        connect(scale, "value-changed") { [weak self] _ in self?.changed() }
    }

    private var isVisible: Bool { gtk_widget_get_visible(widget.raw.widget) != 0 }

    /// In stops. Setting it does not call `onChange`.
    var value: Double {
        get { gtk_range_get_value(UnsafeMutablePointer(scale)) }
        set {
            isSetByProgram = true
            gtk_range_set_value(UnsafeMutablePointer(scale), newValue)
            isSetByProgram = false
        }
    }

    /// Shows it beside a mark, if there is room for it in a viewfinder of this size.
    ///
    /// - Parameter followsMark: whether it goes with the mark (`fade`) unless it is used; otherwise it goes by itself.
    func show(
        besideX x: Double, y: Double, width: Double, height: Double, range: ClosedRange<Double>,
        followsMark: Bool
    ) {
        gtk_range_set_range(UnsafeMutablePointer(scale), range.lowerBound, range.upperBound)
        let right = x + FocusMark.side / 2
        let left = right + Self.width <= width ? right : max(0, x - FocusMark.side / 2 - Self.width)
        gtk_widget_set_margin_start(widget.raw.widget, Int32(left))
        gtk_widget_set_margin_top(
            widget.raw.widget, Int32(max(0, min(height - Self.height, y - Self.height / 2))))
        gtk_widget_set_opacity(widget.raw.widget, 1)
        Widgets.setVisible(widget.raw, true)
        if followsMark { hideTimer = nil } else { hideLater() }
    }

    /// The mark beside it fades, or is gone (0).
    func fade(_ opacity: Double) {
        guard isVisible, hideTimer == nil else { return }
        gtk_widget_set_opacity(widget.raw.widget, isInUse ? 1 : opacity)
        guard opacity == 0 else { return }
        if isInUse { hideLater() } else { hide() }
    }

    func hide() {
        hideTimer = nil
        Widgets.setVisible(widget.raw, false)
    }

    /// As if moved by hand.
    func change(by stops: Double) { gtk_range_set_value(UnsafeMutablePointer(scale), value + stops) }

    private func changed() {
        Widgets.setValue(of: scale, inWords: Self.words(for: value))
        guard !isSetByProgram else { return }
        onChange(value)
        guard isVisible else { return }
        gtk_widget_set_opacity(widget.raw.widget, 1)
        hideLater()
    }

    /// Whether it is under a pointer, or has the focus.
    private var isInUse: Bool {
        let busy = GTK_STATE_FLAG_PRELIGHT.rawValue | GTK_STATE_FLAG_FOCUS_WITHIN.rawValue
        return gtk_widget_get_state_flags(widget.raw.widget).rawValue & busy != 0
    }

    private func hideLater() {
        hideTimer = .once(after: Self.hideDelay) { [weak self] in
            guard let self else { return }
            if self.isInUse { self.hideLater() } else { self.hide() }
        }
    }

    private static func words(for stops: Double) -> String {
        let tenths = Int((stops * 10).rounded())
        let sign = tenths < 0 ? "−" : tenths > 0 ? "+" : ""
        // Translators: exposure compensation, in stops; %s is a number.
        return tr("%s EV").filling("%s", with: sign + DecimalText.tenths(Int64(abs(tenths))))
    }
}
