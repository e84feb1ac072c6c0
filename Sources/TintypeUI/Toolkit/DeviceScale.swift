// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The pixels of the screen under a widget.
enum DeviceScale {
    /// Device pixels for each logical one; not always a whole number.
    static func of(_ widget: OpaquePointer) -> Double { tt_device_scale(widget.widget) }

    /// A widget's size in device pixels.
    static func size(of widget: OpaquePointer) -> PixelSize {
        size(
            Int(gtk_widget_get_width(widget.widget)), Int(gtk_widget_get_height(widget.widget)), on: widget)
    }

    /// A size of logical pixels in device pixels.
    static func size(_ width: Int, _ height: Int, on widget: OpaquePointer) -> PixelSize {
        let scale = of(widget)
        return PixelSize(
            width: Int((Double(width) * scale).rounded()), height: Int((Double(height) * scale).rounded()))
    }

    /// Calls `onChange` after every change of the scale, as long as the widget exists.
    static func follow(_ widget: OpaquePointer, _ onChange: @escaping @MainActor () -> Void) {
        connect(widget, "notify::scale-factor") { _ in onChange() }
        var isFollowed = false
        // A fractional scale belongs to the window's surface, which exists from now on.
        connect(widget, "realize") { _ in
            guard !isFollowed, let surface = tt_scaled_surface(widget.widget) else { return }
            isFollowed = true
            connect(surface, "notify::scale") { _ in onChange() }
        }
    }
}
