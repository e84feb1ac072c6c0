// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore

/// Draws the histogram: a dark card in the picture's upper left corner, away from the chips.
struct HistogramDrawing {
    let histogram: Histogram
    let kind: Preferences.HistogramKind
    /// Logical pixels.
    private static let size = (width: 160.0, height: 72.0)
    private static let margin = 12.0

    /// Over a picture of this size in logical pixels; nothing if it would hide half of it.
    func draw(_ context: OpaquePointer?, _ width: Double, _ height: Double) {
        guard width > 2 * Self.size.width, height > 2 * Self.size.height else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_translate(context, Self.margin, Self.margin)
        cairo_set_source_rgba(context, 0, 0, 0, 0.7)
        cairo_rectangle(context, 0, 0, Self.size.width, Self.size.height)
        cairo_fill(context)
        switch kind {
        case .off: break
        case .luma: fill(context, histogram.luma, (1, 1, 1))
        case .rgb:
            // Added up, so that all three channels together are white.
            cairo_set_operator(context, CAIRO_OPERATOR_ADD)
            fill(context, histogram.red, (0.9, 0.15, 0.1))
            fill(context, histogram.green, (0.1, 0.75, 0.15))
            fill(context, histogram.blue, (0.15, 0.25, 1))
        }
    }

    private func fill(_ context: OpaquePointer?, _ bins: [UInt32], _ color: (Double, Double, Double)) {
        let column = (Self.size.width - 8) / Double(bins.count)
        let height = Self.size.height - 8
        cairo_set_source_rgba(context, color.0, color.1, color.2, 0.85)
        cairo_move_to(context, 4, 4 + height)
        for (index, share) in Histogram.heights(of: bins).enumerated() {
            let x = 4 + Double(index) * column
            cairo_line_to(context, x, 4 + height * (1 - share))
            cairo_line_to(context, x + column, 4 + height * (1 - share))
        }
        cairo_line_to(context, Self.size.width - 4, 4 + height)
        cairo_close_path(context)
        cairo_fill(context)
    }
}
