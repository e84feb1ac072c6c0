// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore

/// Makes pictures of planes on the GPU that draws the window: uploaded once, converted, scaled and mirrored there.
///
/// Belongs to a realized widget; release it before that is unrealized.
final class PlanePainter {
    /// Whether the processor emulates the GPU.
    let isSoftware: Bool
    private let painter: OpaquePointer

    /// nil if the window is not drawn by GL, or that GL can't do it.
    init?(_ widget: UnsafeMutablePointer<GtkWidget>) {
        var isSoftware: gboolean = 0
        guard let painter = tt_painter_new(widget, &isSoftware) else { return nil }
        (self.painter, self.isSoftware) = (painter, isSoftware != 0)
    }

    isolated deinit { tt_painter_free(painter) }

    /// The picture for `tt_pixels_append`; nil if the GPU can't make it.
    func pixels(of picture: Picture) -> OpaquePointer? {
        guard var planes = picture.drawing.flatMap({ TtPlanes($0.planes) }) else { return nil }
        let texture = tt_painter_paint(
            painter, &planes, Int32(picture.size.width), Int32(picture.size.height),
            picture.isMirrored ? 1 : 0)
        // The driver may take its buffer back from here on: the bytes have been read.
        return withExtendedLifetime(picture) { texture.flatMap { tt_pixels_new_texture($0) } }
    }
}

extension TtPlanes {
    /// nil for arrangements, and lines that do not end on whole pixels, which the GPU does not take.
    fileprivate init?(_ source: PicturePlanes) {
        let (arrangement, across, down, unit): (TtArrangement, Int, Int, Int)
        switch source.arrangement {
        case .planar(let horizontal, let vertical):
            (arrangement, across, down, unit) = (TT_PLANAR, horizontal, vertical, 1)
        case .nv12: (arrangement, across, down, unit) = (TT_PAIRS, 2, 2, 2)
        case .yuyv: (arrangement, across, down, unit) = (TT_YUYV, 2, 1, 4)
        case .uyvy: (arrangement, across, down, unit) = (TT_UYVY, 2, 1, 4)
        case .grey: (arrangement, across, down, unit) = (TT_GREY, 1, 1, 1)
        case .rgb, .bgr, .rgbx, .bgrx: return nil
        }
        guard source.first.stride % unit == 0, (source.second?.stride ?? 0) % unit == 0 else { return nil }
        self.init()
        (self.arrangement, self.across, self.down) = (arrangement, Int32(across), Int32(down))
        (width, height) = (Int32(source.size.width), Int32(source.size.height))
        is_bt709 = source.color.matrix == .bt709 ? 1 : 0
        is_full_range = source.color.range == .full ? 1 : 0
        self.planes = (TtPlane(source.first), TtPlane(source.second), TtPlane(source.third))
    }
}

extension TtPlane {
    fileprivate init(_ plane: Plane?) {
        self.init(
            bytes: UnsafeRawPointer(bitPattern: plane?.address ?? 0), stride: Int32(plane?.stride ?? 0),
            rows: Int32(plane?.rows ?? 0))
    }
}
