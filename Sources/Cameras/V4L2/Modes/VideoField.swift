// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// How a driver orders the lines of analog video. The corresponding C type is `v4l2_field`.
struct VideoField: RawRepresentable, Equatable {
    let rawValue: UInt32

    static let top = Self(rawValue: V4L2_FIELD_TOP.rawValue)
    static let bottom = Self(rawValue: V4L2_FIELD_BOTTOM.rawValue)
    static let interlaced = Self(rawValue: V4L2_FIELD_INTERLACED.rawValue)
    static let sequentialTop = Self(rawValue: V4L2_FIELD_SEQ_TB.rawValue)
    static let sequentialBottom = Self(rawValue: V4L2_FIELD_SEQ_BT.rawValue)
    static let alternate = Self(rawValue: V4L2_FIELD_ALTERNATE.rawValue)
    static let interlacedTop = Self(rawValue: V4L2_FIELD_INTERLACED_TB.rawValue)
    static let interlacedBottom = Self(rawValue: V4L2_FIELD_INTERLACED_BT.rawValue)

    /// The height of a format is that of a frame's lines, so a single field is half as high as its picture.
    var lines: FrameArrangement.Lines {
        switch self {
        case .sequentialTop: .topFieldFirst
        case .sequentialBottom: .bottomFieldFirst
        case .top, .alternate: .topFieldOnly
        case .bottom: .bottomFieldOnly
        default: .inOrder
        }
    }

    /// Asks a grabber of each mode whether its pictures are made of two fields. Drivers whose present format has none are not
    /// asked: that would be a round trip to the camera for each mode.
    ///
    /// - Throws: only when the device is gone.
    static func noted(in offers: [ModeOffer], of node: VideoNode) throws(Errno) -> [ModeOffer] {
        var format = v4l2_format()
        format.type = VideoConstant.capture
        guard try node.answers(.getFormat, &format), VideoField(rawValue: format.fmt.pix.field).isInterlaced
        else {
            return offers
        }
        var noted = offers
        for index in noted.indices {
            var request = v4l2_format.request(noted[index].format, noted[index].size)
            guard try node.answers(.tryFormat, &request) else { continue }
            noted[index].isInterlaced = VideoField(rawValue: request.fmt.pix.field).isInterlaced
        }
        return noted
    }

    /// Whether its pictures are made of two fields.
    var isInterlaced: Bool {
        lines != .inOrder || [.interlaced, .interlacedTop, .interlacedBottom].contains(self)
    }
}
