// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The picture's place in a viewfinder.
struct PictureArea: Equatable {
    /// In device pixels of the widget.
    let left: Int
    let top: Int
    let size: PixelSize
    /// Device pixels for each logical one.
    let scale: Double

    init(_ geometry: ViewfinderGeometry, scale: Double) {
        (left, top, size) = (geometry.left, geometry.top, geometry.picture)
        self.scale = scale
    }

    /// In logical pixels.
    var bounds: graphene_rect_t {
        let scale = Float(scale)
        return graphene_rect_t(
            origin: graphene_point_t(x: Float(left) / scale, y: Float(top) / scale),
            size: graphene_size_t(width: Float(size.width) / scale, height: Float(size.height) / scale))
    }
}

extension ViewfinderView {
    /// The place of the shown picture; nil while there is none.
    var pictureArea: PictureArea? {
        guard let picture else { return nil }
        let geometry = ViewfinderGeometry(
            source: picture.portion.size, view: DeviceScale.size(of: widget.raw))
        return geometry.picture.isEmpty ? nil : PictureArea(geometry, scale: DeviceScale.of(widget.raw))
    }
}
