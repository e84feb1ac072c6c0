// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Glibc

/// Draws the focus mark: four corners while it hunts, a closed square when it has locked, a crossed diamond when it
/// has failed, a ring with a sun's dot where focus is fixed.
struct FocusMarkDrawing {
    let state: FocusMark.State
    /// Seconds since the state began; nil without animation.
    let age: Double?
    let opacity: Double

    private typealias Color = (red: Double, green: Double, blue: Double)
    private static let white: Color = (1, 1, 1)
    private static let signalOrange: Color = (1, 149.0 / 255, 0)
    /// The red of errors on black, as in style.css.
    private static let red: Color = (1, 123.0 / 255, 99.0 / 255)

    func draw(_ context: OpaquePointer, center: Double) {
        cairo_translate(context, center, center)
        cairo_rotate(context, turn)
        cairo_scale(context, size, size)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
        // A dark line below the light one, so that it is visible on snow and on coal.
        stroke(context, (0, 0, 0), width: 5, alpha: 0.6 * opacity * strength)
        stroke(context, color, width: 2.5, alpha: opacity * strength)
    }

    private var color: Color {
        switch state {
        case .hunting, .fixed: Self.white
        case .locked: Self.signalOrange
        case .failed: Self.red
        }
    }

    /// Pulsing, or settling from large.
    private var size: Double {
        guard let age else { return 1 }
        switch state {
        case .hunting: return 1.1 + 0.1 * cos(age * 2 * .pi / 0.6)
        case .locked: return 1 + 0.18 * max(0, 1 - age / 0.18)
        case .failed: return 1 + 0.08 * sin(age * 2 * .pi / 0.5) * max(0, 1 - age / 1.2)
        case .fixed: return 1 + 0.12 * max(0, 1 - age / 0.2)
        }
    }

    /// A failure turns from a square into a diamond.
    private var turn: Double {
        guard state == .failed else { return 0 }
        return .pi / 4 * (age.map { min(1, $0 / 0.35) } ?? 1)
    }

    private var strength: Double {
        guard let age, state == .hunting else { return 1 }
        return 0.8 + 0.2 * cos(age * 2 * .pi / 0.6)
    }

    private func stroke(_ context: OpaquePointer, _ color: Color, width: Double, alpha: Double) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, alpha)
        cairo_set_line_width(context, width)
        path(context)
        cairo_stroke(context)
    }

    private func path(_ context: OpaquePointer) {
        let half = FocusMark.half
        switch state {
        case .hunting: corners(context, half, arm: 16)
        case .locked: cairo_rectangle(context, -half, -half, 2 * half, 2 * half)
        case .failed:
            let small = half * 0.8
            cairo_rectangle(context, -small, -small, 2 * small, 2 * small)
            // Turned back: the cross stays upright in the diamond.
            line(context, -small * 0.45, 0, small * 0.45, 0)
            line(context, 0, -small * 0.45, 0, small * 0.45)
        case .fixed:
            cairo_new_sub_path(context)
            cairo_arc(context, 0, 0, half, 0, 2 * .pi)
            cairo_new_sub_path(context)
            cairo_arc(context, 0, 0, 3, 0, 2 * .pi)
        }
    }

    private func corners(_ context: OpaquePointer, _ half: Double, arm: Double) {
        for (x, y) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)] {
            cairo_move_to(context, x * half, y * (half - arm))
            cairo_line_to(context, x * half, y * half)
            cairo_line_to(context, x * (half - arm), y * half)
        }
    }

    private func line(_ context: OpaquePointer, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        cairo_move_to(context, x1, y1)
        cairo_line_to(context, x2, y2)
    }
}
