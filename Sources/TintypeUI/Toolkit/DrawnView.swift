// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// A view that draws its own widget.
protocol DrawnView: AnyObject {
    /// Draws the widget; sizes in logical pixels.
    func draw(into snapshot: OpaquePointer, width: Int, height: Int)
}

/// A drawn widget's weak reference to its view.
final class Drawing {
    weak var view: (any DrawnView)?
    private init() {}

    /// A widget that its view draws, in a GtkDrawingArea; floating.
    ///
    /// - Parameter role: the widget's accessible role.
    static func area(_ role: GtkAccessibleRole) -> (widget: OpaquePointer, drawing: Drawing) {
        let drawing = Drawing()
        let area = tt_drawn_area_new(role, Box(drawing).retained(), drawView, releaseBox)
        return (OpaquePointer(area.unsafelyUnwrapped), drawing)
    }

    /// A dial that its view draws; floating.
    static func dial(_ adjustment: borrowing ObjectRef) -> (widget: OpaquePointer, drawing: Drawing) {
        let drawing = Drawing()
        let dial = tt_dial_new(
            UnsafeMutablePointer(adjustment.raw), Box(drawing).retained(), drawView, releaseBox)
        return (OpaquePointer(dial.unsafelyUnwrapped), drawing)
    }

    /// Draws into an image, for overlays on the live picture: without a GPU, GTK draws shapes, words and gradients
    /// again with every picture below them, which costs several times as much as an image.
    ///
    /// - Parameters:
    ///   - widget: the one that is drawn; `width` and `height` are its size in logical pixels.
    ///   - body: draws, given a cairo context.
    static func image(
        into snapshot: OpaquePointer, of widget: OpaquePointer, width: Int, height: Int,
        _ body: (OpaquePointer?) -> Void
    ) {
        let scale = gtk_widget_get_scale_factor(widget.widget)
        let image = cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, Int32(width) * scale, Int32(height) * scale)
        cairo_surface_set_device_scale(image, Double(scale), Double(scale))
        let drawing = cairo_create(image)
        body(drawing)
        cairo_destroy(drawing)
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(width), height: Float(height)))
        let context = gtk_snapshot_append_cairo(snapshot, &bounds)
        cairo_set_source_surface(context, image, 0, 0)
        cairo_paint(context)
        cairo_destroy(context)
        cairo_surface_destroy(image)
    }
}

nonisolated private let drawView: tt_draw = { pointer, snapshot, width, height in
    let (box, canvas) = (UInt(bitPattern: pointer), UInt(bitPattern: snapshot))
    MainActor.assumeIsolated {
        guard let box = UnsafeMutableRawPointer(bitPattern: box),
            let canvas = OpaquePointer(bitPattern: canvas)
        else { return }
        Box<Drawing>.borrow(box).value.view?.draw(into: canvas, width: Int(width), height: Int(height))
    }
}

/// The ring around a drawn widget that has the keyboard.
enum FocusRing {
    /// Just inside a widget of this size; logical pixels.
    static func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        var ring = GskRoundedRect()
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 1, y: 1),
            size: graphene_size_t(width: Float(width - 2), height: Float(height - 2)))
        gsk_rounded_rect_init_from_rect(&ring, &bounds, 6)
        var widths: [Float] = [2, 2, 2, 2]
        // Signal Orange.
        var colors = [GdkRGBA](repeating: GdkRGBA(red: 1, green: 149.0 / 255, blue: 0, alpha: 1), count: 4)
        gtk_snapshot_append_border(snapshot, &ring, &widths, &colors)
    }
}
