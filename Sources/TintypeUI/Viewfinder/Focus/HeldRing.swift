// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The small ring at the point for which focus or exposure is held. Gets no clicks.
final class HeldRing: DrawnView {
    /// Logical pixels of the widget and of the ring.
    static let side = 20.0
    private static let diameter = 10.0

    let widget: ObjectRef
    var isShown = false { didSet { Widgets.setVisible(widget.raw, isShown) } }

    init() {
        // The pill says what is held, and is a button.
        let drawn = Drawing.area(GTK_ACCESSIBLE_ROLE_PRESENTATION)
        widget = ObjectRef(sinking: drawn.widget)
        gtk_drawing_area_set_content_width(UnsafeMutablePointer(widget.raw), Int32(Self.side))
        gtk_drawing_area_set_content_height(UnsafeMutablePointer(widget.raw), Int32(Self.side))
        Widgets.setVisible(widget.raw, false)
        drawn.drawing.view = self
    }

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        Drawing.image(into: snapshot, of: widget.raw, width: width, height: height) { context in
            cairo_arc(context, Self.side / 2, Self.side / 2, Self.diameter / 2, 0, 2 * .pi)
            // A dark line below the light one, so that it is visible on snow and on coal.
            cairo_set_source_rgba(context, 0, 0, 0, 0.6)
            cairo_set_line_width(context, 4.5)
            cairo_stroke_preserve(context)
            cairo_set_source_rgba(context, 1, 149.0 / 255, 0, 1)
            cairo_set_line_width(context, 2)
            cairo_stroke(context)
        }
    }
}
