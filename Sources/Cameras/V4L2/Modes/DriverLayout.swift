// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore

extension FrameLayout {
    /// The layout of a format that was read back; nil if it is impossible.
    init?(of pix: v4l2_pix_format) {
        let size = PixelSize(width: Int(pix.width), height: Int(pix.height))
        let format = PixelFormat(rawValue: pix.pixelformat)
        guard let tight = FrameLayout(stated: format, size, ColorDescription(of: pix)) else { return nil }
        self = tight.with(
            stride: Int(pix.bytesperline), in: pix.sizeimage == 0 ? nil : Int(pix.sizeimage))
    }
}

extension ColorDescription {
    /// A driver's colours, with V4L2's defaults for unspecified values.
    ///
    /// The defaults are those of `V4L2_MAP_YCBCR_ENC_DEFAULT` and `V4L2_MAP_QUANTIZATION_DEFAULT`.
    fileprivate init(of pix: v4l2_pix_format) {
        let colorspace = v4l2_colorspace(rawValue: pix.colorspace)
        self.init(
            matrix: Self.matrix(v4l2_ycbcr_encoding(rawValue: pix.ycbcr_enc), colorspace),
            range: Self.range(v4l2_quantization(rawValue: pix.quantization), colorspace))
    }

    /// The nearer of the two matrices that webcams use; all encodings for high definition are nearer to BT.709.
    private static func matrix(_ encoding: v4l2_ycbcr_encoding, _ colorspace: v4l2_colorspace) -> Matrix {
        switch encoding {
        case V4L2_YCBCR_ENC_DEFAULT:
            let high = [
                V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3, V4L2_COLORSPACE_BT2020,
                V4L2_COLORSPACE_SMPTE240M,
            ]
            return high.contains(colorspace) ? .bt709 : .bt601
        case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: return .bt601
        case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709, V4L2_YCBCR_ENC_SMPTE240M, V4L2_YCBCR_ENC_BT2020,
            V4L2_YCBCR_ENC_BT2020_CONST_LUM:
            return .bt709
        default: return .bt601
        }
    }

    private static func range(_ quantization: v4l2_quantization, _ colorspace: v4l2_colorspace) -> Range {
        switch quantization {
        case V4L2_QUANTIZATION_FULL_RANGE: .full
        case V4L2_QUANTIZATION_LIM_RANGE: .limited
        default: colorspace == V4L2_COLORSPACE_JPEG ? .full : .limited
        }
    }
}
