internal import CGtk

/// Draws a dial's ruler: ticks that slide under a needle, every fifth one longer.
struct DialRuler {
    /// Logical pixels from one stop to the next; what the hand drags for one.
    static let spacing = 9.0

    let position: Double
    let count: Int
    let isAutomatic: Bool
    let hasFocus: Bool

    func draw(into snapshot: OpaquePointer, width: Double, height: Double) {
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(width), height: Float(height)))
        let context = gtk_snapshot_append_cairo(snapshot, &bounds)
        defer { cairo_destroy(context) }
        drawTicks(context, width, height)
        drawNeedle(context, width, height)
        if hasFocus { drawFocus(context, width, height) }
    }

    private func drawTicks(_ context: OpaquePointer?, _ width: Double, _ height: Double) {
        let middle = width / 2
        let reach = Int(middle / Self.spacing) + 1
        let first = max(0, Int(position) - reach)
        let last = min(count - 1, Int(position) + reach)
        guard first <= last else { return }
        cairo_set_line_width(context, 1.5)
        for stop in first...last {
            let x = middle + (Double(stop) - position) * Self.spacing
            // Fades towards the edges, as a wheel turns away.
            let fade = max(0, 1 - abs(x - middle) / middle)
            let isLong = stop % 5 == 0
            cairo_set_source_rgba(context, 1, 1, 1, (isLong ? 0.9 : 0.55) * fade)
            let length = isLong ? 16.0 : 9.0
            cairo_move_to(context, x, height / 2 - length / 2)
            cairo_line_to(context, x, height / 2 + length / 2)
            cairo_stroke(context)
        }
    }

    private func drawNeedle(_ context: OpaquePointer?, _ width: Double, _ height: Double) {
        // Signal Orange for a manual value; white while the camera decides.
        if isAutomatic {
            cairo_set_source_rgb(context, 1, 1, 1)
        } else {
            cairo_set_source_rgb(context, 1, 149.0 / 255, 0)
        }
        cairo_set_line_width(context, 2.5)
        cairo_move_to(context, width / 2, 6)
        cairo_line_to(context, width / 2, height - 6)
        cairo_stroke(context)
    }

    private func drawFocus(_ context: OpaquePointer?, _ width: Double, _ height: Double) {
        cairo_set_source_rgb(context, 1, 149.0 / 255, 0)
        cairo_set_line_width(context, 2)
        cairo_rectangle(context, 1, 1, width - 2, height - 2)
        cairo_stroke(context)
    }
}
