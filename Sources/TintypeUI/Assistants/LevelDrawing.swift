// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk

/// Draws the spirit level: a line that stays with the horizon, between two marks that stay with the picture. It is orange
/// while both agree.
struct LevelDrawing {
    /// The computer's rotation in degrees clockwise.
    let roll: Double
    /// Degrees within which it is level.
    private static let tolerance = 0.7

    /// Over a picture of this size in logical pixels.
    func draw(_ context: OpaquePointer?, _ width: Double, _ height: Double) {
        let reach = min(width, height) * 0.28
        let isLevel = abs(roll) < Self.tolerance
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_translate(context, width / 2, height / 2)
        for side in [-1.0, 1.0] {
            cairo_move_to(context, side * (reach + 8), 0)
            cairo_line_to(context, side * (reach + 28), 0)
        }
        stroke(context, isLevel)
        cairo_rotate(context, -roll * .pi / 180)
        cairo_move_to(context, -reach, 0)
        cairo_line_to(context, reach, 0)
        stroke(context, isLevel)
    }

    private func stroke(_ context: OpaquePointer?, _ isLevel: Bool) {
        let path = cairo_copy_path(context)
        defer { cairo_path_destroy(path) }
        cairo_set_source_rgba(context, 0, 0, 0, 0.5)
        cairo_set_line_width(context, 5)
        cairo_stroke(context)
        cairo_append_path(context, path)
        if isLevel {
            cairo_set_source_rgb(context, 1, 149.0 / 255, 0)
        } else {
            cairo_set_source_rgb(context, 1, 1, 1)
        }
        cairo_set_line_width(context, 2.5)
        cairo_stroke(context)
    }
}
