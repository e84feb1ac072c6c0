// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The white flash over the picture after a photo.
///
/// Drawn by the viewfinder with the picture it lies on, so that it costs one blended rectangle a frame and no
/// redraw of its own while the camera delivers. Not shown if the desktop asks for reduced motion.
struct Flash {
    /// In microseconds, as GLib's monotonic clock counts.
    private static let length: gint64 = 180_000
    /// Bright enough to be seen, clear enough to see the picture.
    private static let peak = 0.5

    private var startedAt: gint64?

    /// Begins at full white.
    mutating func start() {
        guard Motion.isWanted else { return }
        startedAt = g_get_monotonic_time()
    }

    /// Whether there is still something to draw.
    var isOn: Bool { startedAt.map { g_get_monotonic_time() - $0 < Self.length } ?? false }

    /// Draws the present flash over a rectangle in logical pixels.
    func draw(into snapshot: OpaquePointer, over bounds: graphene_rect_t) {
        guard let startedAt else { return }
        let rest = 1 - Double(g_get_monotonic_time() - startedAt) / Double(Self.length)
        guard rest > 0 else { return }
        // Fades with the square of the remaining time.
        var color = GdkRGBA(red: 1, green: 1, blue: 1, alpha: Float(Self.peak * rest * rest))
        var bounds = bounds
        gtk_snapshot_append_color(snapshot, &color, &bounds)
    }
}
