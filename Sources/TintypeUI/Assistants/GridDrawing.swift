// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore

/// Draws the grid: white lines with a dark edge, so that they show on snow and at night.
struct GridDrawing {
    let grid: CompositionGrid

    /// Over a picture of this size in logical pixels.
    func draw(_ context: OpaquePointer?, _ width: Double, _ height: Double) {
        guard grid != .off, width > 0, height > 0 else { return }
        for (thickness, shade, alpha) in [(3.0, 0.0, 0.35), (1.0, 1.0, 0.75)] {
            cairo_set_line_width(context, thickness)
            cairo_set_source_rgba(context, shade, shade, shade, alpha)
            for line in grid.lines(ratio: width / height) {
                // Centred on a pixel, or the line would be two grey pixels wide.
                if line.isVertical {
                    let x = (line.position * width).rounded(.down) + 0.5
                    cairo_move_to(context, x, 0)
                    cairo_line_to(context, x, height)
                } else {
                    let y = (line.position * height).rounded(.down) + 0.5
                    cairo_move_to(context, 0, y)
                    cairo_line_to(context, width, y)
                }
            }
            cairo_stroke(context)
        }
    }
}
