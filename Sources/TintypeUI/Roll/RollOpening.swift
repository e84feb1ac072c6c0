// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The roll's way out of the thumbnail and back. The camera's page is hidden only while the roll covers it.
final class RollOpening {
    /// Milliseconds.
    private static let (openingTime, closingTime): (UInt32, UInt32) = (140, 120)

    private let host: OpaquePointer
    private let camera: OpaquePointer
    private var thumbnail: OpaquePointer?
    private var tween: Tween?

    /// - Parameters:
    ///   - host: a GtkOverlay.
    ///   - camera: its child.
    init(host: OpaquePointer, camera: OpaquePointer) { (self.host, self.camera) = (host, camera) }

    func grow(_ page: RollPage, outOf thumbnail: OpaquePointer) {
        self.thumbnail = thumbnail
        animate(page, to: 1, Self.openingTime) { [camera] in Widgets.setVisible(camera, false) }
    }

    /// The camera's page may be seen, and get the focus, from now on.
    func uncover() { Widgets.setVisible(camera, true) }

    /// - Parameter done: not called if it grows again before.
    func shrink(_ page: RollPage, done: @escaping @MainActor () -> Void) {
        uncover()
        animate(page, to: 0, Self.closingTime, done: done)
    }

    private func animate(
        _ page: RollPage, to end: Double, _ time: UInt32, done: @escaping @MainActor () -> Void
    ) {
        tween = Tween(on: host, from: 1 - end, to: end, milliseconds: time) { [weak self, weak page] part in
            guard let self, let page else { return }
            // The page fades in faster than the photo grows.
            gtk_widget_set_opacity(page.widget.raw.widget, min(1, 2 * part))
            guard let origin = self.origin(page.canvas.widget.raw) else { return }
            page.canvas.grow(from: origin, openness: part)
        } done: { [weak page] in
            if let page { gtk_widget_set_opacity(page.widget.raw.widget, 1) }
            done()
        }
    }

    /// The thumbnail's place in logical pixels of the canvas; nil while either is not on the screen.
    private func origin(_ canvas: OpaquePointer) -> graphene_rect_t? {
        guard let thumbnail else { return nil }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(thumbnail.widget, canvas.widget, &bounds) != 0 else { return nil }
        return bounds
    }
}
