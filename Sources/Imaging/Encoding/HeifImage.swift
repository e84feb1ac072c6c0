// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
import CYUV
import CaptureCore

/// A copy of a planar image in libheif's own memory. Thread-bound.
final class HeifImage {
    let pointer: OpaquePointer
    private let heif: LibHeif

    /// - Parameter profile: an ICC profile of its colours; empty for sRGB's.
    /// - Throws: `noMemory`, `encodingFailed`.
    init(_ image: PlanarImage, _ heif: LibHeif, profile: [UInt8] = []) throws(ImagingError) {
        self.heif = heif
        var created: OpaquePointer?
        try check(
            heif.call.image_create(
                Int32(size: image.size.width), Int32(size: image.size.height), heif_colorspace_YCbCr,
                heif_chroma_420, &created), "heif_image_create")
        guard let created else { throw ImagingError(.noMemory, "heif_image_create") }
        pointer = created
        try image.withPlanes { (planes) throws(ImagingError) in
            try copy(planes.first, heif_channel_Y)
            if let blue = planes.second { try copy(blue, heif_channel_Cb) }
            if let red = planes.third { try copy(red, heif_channel_Cr) }
        }
        try setProfile(image.color)
        guard !profile.isEmpty else { return }
        try check(
            heif.call.image_set_raw_color_profile(pointer, "prof", profile, profile.count),
            "heif_image_set_raw_color_profile")
    }

    deinit { heif.call.image_release(pointer) }

    private func copy(_ plane: Plane, _ channel: heif_channel) throws(ImagingError) {
        let (width, height) = (Int32(size: plane.bytesPerRow), Int32(size: plane.rows))
        try check(heif.call.image_add_plane(pointer, channel, width, height, 8), "heif_image_add_plane")
        var stride: Int32 = 0
        guard let target = heif.call.image_get_plane(pointer, channel, &stride) else {
            throw ImagingError(.noMemory, "heif_image_get_plane")
        }
        CopyPlane(plane.base, Int32(size: plane.stride), target, stride, width, height)
    }

    /// Describes the colours (ITU-T H.273): primaries of BT.709 and the curve of sRGB, as webcams have them;
    /// matrix 1 is BT.709, 6 is BT.601.
    private func setProfile(_ color: ColorDescription) throws(ImagingError) {
        guard let profile = heif.call.nclx_color_profile_alloc() else {
            throw ImagingError(.noMemory, "heif_nclx_color_profile_alloc")
        }
        defer { heif.call.nclx_color_profile_free(profile) }
        let matrix: UInt16 = color.matrix == .bt709 ? 1 : 6
        try check(heif.call.nclx_color_profile_set_color_primaries(profile, 1), "primaries")
        try check(heif.call.nclx_color_profile_set_transfer_characteristics(profile, 13), "transfer")
        try check(heif.call.nclx_color_profile_set_matrix_coefficients(profile, matrix), "matrix")
        profile.pointee.full_range_flag = color.range == .full ? 1 : 0
        try check(
            heif.call.image_set_nclx_color_profile(pointer, profile), "heif_image_set_nclx_color_profile")
    }
}
