// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The assistants' drawing over the viewfinder: marks, lines, a diagram.
///
/// A widget of its own above the picture, so that it is redrawn for new findings only, not with every frame.
final class AssistantsView: DrawnView {
    /// The parts to draw.
    struct Look: Equatable {
        var grid = CompositionGrid.off
        var histogram = Preferences.HistogramKind.off
        /// The computer's rotation in degrees clockwise; nil for no level.
        var roll: Double?
    }

    let widget: ObjectRef
    var look = Look() { didSet { if look != oldValue { redraw() } } }

    private let area: () -> PictureArea?
    private var findings = AssistantFindings()

    /// - Parameter area: where the picture is now.
    init(area: @escaping () -> PictureArea?) {
        self.area = area
        let drawn = Drawing.area(GTK_ACCESSIBLE_ROLE_PRESENTATION)
        widget = ObjectRef(sinking: drawn.widget)
        gtk_widget_set_can_target(widget.raw.widget, 0)
        drawn.drawing.view = self
    }

    func show(_ findings: AssistantFindings) {
        self.findings = findings
        redraw()
    }

    func redraw() { gtk_widget_queue_draw(widget.raw.widget) }

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        guard let area = area() else { return }
        // Peaking in a colour that nature does not have; stripes dark, as they lie on white.
        draw(findings.peaking, into: snapshot, area, GdkRGBA(red: 1, green: 0.12, blue: 0.75, alpha: 1))
        draw(findings.zebra, into: snapshot, area, GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.85))
        guard look.grid != .off || look.histogram != .off || look.roll != nil else { return }
        var bounds = area.bounds
        let context = gtk_snapshot_append_cairo(snapshot, &bounds)
        defer { cairo_destroy(context) }
        cairo_translate(context, Double(bounds.origin.x), Double(bounds.origin.y))
        let size = (width: Double(bounds.size.width), height: Double(bounds.size.height))
        GridDrawing(grid: look.grid).draw(context, size.width, size.height)
        if let roll = look.roll { LevelDrawing(roll: roll).draw(context, size.width, size.height) }
        if let histogram = findings.histogram, look.histogram != .off {
            HistogramDrawing(histogram: histogram, kind: look.histogram).draw(
                context, size.width, size.height)
        }
    }

    /// Draws a mask. Masks of another size are stale: the window has changed since.
    private func draw(
        _ mask: PictureMask?, into snapshot: OpaquePointer, _ area: PictureArea, _ color: GdkRGBA
    ) {
        guard let mask, mask.size == area.size else { return }
        var color = color
        tt_mask_append(
            snapshot, mask.bytes, Int32(mask.size.width), Int32(mask.size.height), Int32(mask.stride),
            Box(mask).retained(), releaseBox, Int32(area.left), Int32(area.top), area.scale, &color)
    }
}
