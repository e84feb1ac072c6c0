// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore

/// Draws the unfolded ruler: ticks that slide under a needle, the long ones with words.
struct RulerDrawing {
    let scale: DialScale
    /// In stops.
    let position: Double
    /// The words at a value.
    let words: (Int64) -> String

    /// Logical pixels between two stops. Wide enough that the words at neighbouring long ticks do not touch.
    static func spacing(_ scale: DialScale) -> Double { max(14, 72 / Double(scale.wordInterval)) }

    private var spacing: Double { Self.spacing(scale) }

    /// - Parameters:
    ///   - context: a cairo context.
    ///   - layout: sets words in the widget's font.
    func draw(
        _ context: OpaquePointer?, width: Double, height: Double, layout: (String) -> OpaquePointer?
    ) {
        drawTicks(context, width, height, layout)
        drawNeedle(context, width, height)
    }

    private func drawTicks(
        _ context: OpaquePointer?, _ width: Double, _ height: Double, _ layout: (String) -> OpaquePointer?
    ) {
        let middle = width / 2
        let reach = Int(middle / spacing) + 2
        let first = max(0, Int(position) - reach)
        let last = min(scale.stops.count - 1, Int(position) + reach)
        guard first <= last else { return }
        cairo_set_line_width(context, 1.5)
        for stop in first...last {
            let x = middle + (Double(stop) - position) * spacing
            // Fades towards the edges, like a wheel; the words stay legible.
            let fade = max(0, 1 - abs(x - middle) / middle)
            let hasWords = scale.hasWords(at: stop)
            cairo_set_source_rgba(context, 1, 1, 1, hasWords ? 0.5 + 0.5 * fade : 0.25 + 0.4 * fade)
            let length = hasWords ? 18.0 : 10.0
            cairo_move_to(context, x, height - 8 - length)
            cairo_line_to(context, x, height - 8)
            cairo_stroke(context)
            if hasWords { drawWords(layout(words(scale.stops[stop])), context, at: x, width) }
        }
    }

    /// Draws words only if they fit completely.
    private func drawWords(
        _ layout: OpaquePointer?, _ context: OpaquePointer?, at x: Double, _ width: Double
    ) {
        defer { g_object_unref(layout.map(UnsafeMutableRawPointer.init)) }
        var (across, down): (Int32, Int32) = (0, 0)
        pango_layout_get_pixel_size(layout, &across, &down)
        let left = x - Double(across) / 2
        guard left >= 4, left + Double(across) <= width - 4 else { return }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_move_to(context, left, 10)
        pango_cairo_show_layout(context, layout)
    }

    private func drawNeedle(_ context: OpaquePointer?, _ width: Double, _ height: Double) {
        cairo_set_source_rgb(context, 1, 149.0 / 255, 0)
        cairo_set_line_width(context, 3)
        cairo_move_to(context, width / 2, height - 32)
        cairo_line_to(context, width / 2, height - 4)
        cairo_stroke(context)
    }
}
