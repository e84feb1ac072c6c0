// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims

/// An ioctl of the video interface: its number and its name for the log.
public struct VideoRequest: Hashable, Sendable {
    /// The corresponding C constant is the `VIDIOC_…` of the same name.
    public let number: UInt
    public let name: String

    public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    private init(_ number: UInt, _ name: String) {
        self.number = number
        self.name = name
    }

    public static let queryCapabilities = Self(tt_vidioc_querycap, "VIDIOC_QUERYCAP")
    public static let listFormats = Self(tt_vidioc_enum_fmt, "VIDIOC_ENUM_FMT")
    public static let listSizes = Self(tt_vidioc_enum_framesizes, "VIDIOC_ENUM_FRAMESIZES")
    public static let listIntervals = Self(tt_vidioc_enum_frameintervals, "VIDIOC_ENUM_FRAMEINTERVALS")
    public static let getFormat = Self(tt_vidioc_g_fmt, "VIDIOC_G_FMT")
    public static let setFormat = Self(tt_vidioc_s_fmt, "VIDIOC_S_FMT")
    public static let tryFormat = Self(tt_vidioc_try_fmt, "VIDIOC_TRY_FMT")
    public static let getParameters = Self(tt_vidioc_g_parm, "VIDIOC_G_PARM")
    public static let setParameters = Self(tt_vidioc_s_parm, "VIDIOC_S_PARM")
    public static let requestBuffers = Self(tt_vidioc_reqbufs, "VIDIOC_REQBUFS")
    public static let queryBuffer = Self(tt_vidioc_querybuf, "VIDIOC_QUERYBUF")
    public static let queueBuffer = Self(tt_vidioc_qbuf, "VIDIOC_QBUF")
    public static let dequeueBuffer = Self(tt_vidioc_dqbuf, "VIDIOC_DQBUF")
    public static let streamOn = Self(tt_vidioc_streamon, "VIDIOC_STREAMON")
    public static let streamOff = Self(tt_vidioc_streamoff, "VIDIOC_STREAMOFF")
    public static let queryControl = Self(tt_vidioc_query_ext_ctrl, "VIDIOC_QUERY_EXT_CTRL")
    public static let queryMenu = Self(tt_vidioc_querymenu, "VIDIOC_QUERYMENU")
    public static let getControls = Self(tt_vidioc_g_ext_ctrls, "VIDIOC_G_EXT_CTRLS")
    public static let setControls = Self(tt_vidioc_s_ext_ctrls, "VIDIOC_S_EXT_CTRLS")
    public static let subscribeEvent = Self(tt_vidioc_subscribe_event, "VIDIOC_SUBSCRIBE_EVENT")
    public static let dequeueEvent = Self(tt_vidioc_dqevent, "VIDIOC_DQEVENT")
}
