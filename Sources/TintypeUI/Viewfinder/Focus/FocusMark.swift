// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The mark at the point of interest, with its words below.
///
///     mark.show(.hunting, x: 120, y: 80)
///     mark.show(.locked)
///
/// Without animations it does not move, and disappears without fading.
final class FocusMark: DrawnView {
    /// Its states. Each has its own shape, colour and words.
    enum State: Equatable {
        case hunting, locked, failed, fixed

        /// Seconds until it is gone; nil while it stays. A lock is gone within a second and a half.
        fileprivate var lifetime: Double? {
            switch self {
            case .hunting: nil
            case .locked, .fixed: 1.4
            case .failed: 2.2
            }
        }

        /// The mark's name for a screen reader.
        var name: String {
            switch self {
            case .hunting: tr("Focusing")
            case .locked: tr("Focused")
            case .failed: tr("Couldn’t focus")
            case .fixed: tr("Fixed focus")
            }
        }

        /// The words below it; nil if the shape is enough.
        fileprivate var caption: String? {
            switch self {
            case .hunting, .locked: nil
            case .failed: tr("Couldn’t focus here")
            case .fixed: tr("Fixed focus")
            }
        }
    }

    /// Logical pixels; the widget is a square around the point.
    static let side = 112.0
    /// Of the square that is drawn.
    static let half = 32.0
    private static let fadeTime = 0.45

    /// A layer over the viewfinder, of the same size. Gets no clicks.
    let widget: ObjectRef
    /// Whether something is held when it is gone: a ring stays at the point.
    var leavesRing = false { didSet { if state == nil { ring.isShown = leavesRing } } }
    /// Called with its opacity while it fades, and with 0 once it is gone by itself.
    var onFade: (Double) -> Void = { _ in }

    private let layer: OpaquePointer
    private let area: OpaquePointer
    private let caption: OpaquePointer
    private let ring = HeldRing()
    private var state: State?
    /// Of the point.
    private var place = (x: 0.0, y: 0.0)
    /// Of the drawing.
    private var center = (x: 0.0, y: 0.0)
    /// GLib's monotonic time, microseconds.
    private var since: gint64 = 0
    private var timer: MainTimer?

    init() {
        layer = OpaquePointer(gtk_fixed_new())
        widget = ObjectRef(sinking: layer)
        let drawn = Drawing.area(GTK_ACCESSIBLE_ROLE_GROUP)
        area = drawn.widget
        caption = Widgets.label("", classes: ["focus-caption"])
        gtk_widget_set_can_target(layer.widget, 0)
        gtk_widget_set_overflow(layer.widget, GTK_OVERFLOW_HIDDEN)
        gtk_drawing_area_set_content_width(UnsafeMutablePointer(area), Int32(Self.side))
        gtk_drawing_area_set_content_height(UnsafeMutablePointer(area), Int32(Self.side))
        gtk_fixed_put(UnsafeMutablePointer(layer), area.widget, 0, 0)
        gtk_fixed_put(UnsafeMutablePointer(layer), caption.widget, 0, 0)
        gtk_fixed_put(UnsafeMutablePointer(layer), ring.widget.raw.widget, 0, 0)
        Widgets.setVisible(area, false)
        Widgets.setVisible(caption, false)
        drawn.drawing.view = self
    }

    /// Where the ring is; nil while there is none.
    var ringPlace: (x: Double, y: Double)? { ring.isShown ? place : nil }

    /// Shows it where it was moved to.
    func show(_ state: State) {
        self.state = state
        since = g_get_monotonic_time()
        if state == .hunting { leavesRing = false }
        ring.isShown = false
        tt_set_accessible_label(area.untyped, state.name)
        gtk_label_set_text(caption, state.caption ?? "")
        Widgets.setVisible(area, true)
        Widgets.setVisible(caption, state.caption != nil)
        gtk_widget_set_opacity(caption.widget, 1)
        placeCaption()
        gtk_widget_queue_draw(area.widget)
        timer = MainTimer(every: 33) { [weak self] in self?.tick() ?? false }
    }

    /// Moves it to the place of its point. Near the picture's edge it is drawn a little inside, to be seen whole.
    func move(x: Double, y: Double, in mapping: ViewfinderMapping?) {
        place = (x, y)
        center =
            mapping.map { mapping in
                let (left, top, right, bottom) = mapping.edges
                let inset = Self.half + 8
                return (
                    Self.clamp(x, left + inset, right - inset), Self.clamp(y, top + inset, bottom - inset)
                )
            } ?? place
        gtk_fixed_move(
            UnsafeMutablePointer(layer), area.widget, center.x - Self.side / 2, center.y - Self.side / 2)
        gtk_fixed_move(
            UnsafeMutablePointer(layer), ring.widget.raw.widget, x - HeldRing.side / 2, y - HeldRing.side / 2)
        placeCaption()
    }

    /// In the middle where there is no room for both edges.
    private static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
        low <= high ? min(high, max(low, value)) : (low + high) / 2
    }

    private func placeCaption() {
        let (x, y) = center
        var natural: Int32 = 0
        gtk_widget_measure(caption.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
        let width = Double(gtk_widget_get_width(layer.widget))
        let left = min(max(8, x - Double(natural) / 2), max(8, width - Double(natural) - 8))
        // Above the mark if there is no room below.
        let height = Double(gtk_widget_get_height(layer.widget))
        let isLow = height > 0 && y + Self.side / 2 + 36 > height
        gtk_fixed_move(
            UnsafeMutablePointer(layer), caption.widget, left,
            isLow ? y - Self.side / 2 - 32 : y + Self.side / 2 - 4)
    }

    func hide() {
        timer = nil
        state = nil
        leavesRing = false
        ring.isShown = false
        Widgets.setVisible(area, false)
        Widgets.setVisible(caption, false)
    }

    private var age: Double { Double(g_get_monotonic_time() - since) / 1e6 }

    /// - Returns: whether it goes on.
    private func tick() -> Bool {
        guard let state else { return false }
        if let lifetime = state.lifetime, age > lifetime {
            // Not `hide`, which would release the timer that is running.
            self.state = nil
            Widgets.setVisible(area, false)
            Widgets.setVisible(caption, false)
            ring.isShown = leavesRing
            onFade(0)
            return false
        }
        let opacity = opacity(state)
        gtk_widget_set_opacity(caption.widget, opacity)
        // Gone is only what has reached its end.
        if opacity < 1 { onFade(max(0.01, opacity)) }
        if Motion.isWanted { gtk_widget_queue_draw(area.widget) }
        return true
    }

    private func opacity(_ state: State) -> Double {
        guard Motion.isWanted, let lifetime = state.lifetime else { return 1 }
        return min(1, max(0, (lifetime - age) / Self.fadeTime))
    }

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        guard let state else { return }
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(width), height: Float(height)))
        let context = gtk_snapshot_append_cairo(snapshot, &bounds).unsafelyUnwrapped
        defer { cairo_destroy(context) }
        FocusMarkDrawing(state: state, age: Motion.isWanted ? age : nil, opacity: opacity(state))
            .draw(context, center: Self.side / 2)
    }
}
