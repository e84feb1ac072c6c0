// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2

/// Constants of `linux/videodev2.h`, in the types of its structures.
enum VideoConstant {
    static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    static let mapped = V4L2_MEMORY_MMAP.rawValue
    static let anyField = V4L2_FIELD_ANY.rawValue
    static let emulatedFormat = UInt32(V4L2_FMT_FLAG_EMULATED)
    static let discreteSize = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
    static let discreteInterval = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
    static let settableRate = UInt32(V4L2_CAP_TIMEPERFRAME)
    static let damagedBuffer = UInt32(V4L2_BUF_FLAG_ERROR)
    static let timestampMask = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
    static let monotonicTimestamp = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
}

/// Constants of `linux/videodev2.h` for controls, in the types of its structures.
enum ControlConstant {
    /// Asks for the next control after this number. Compound ones are skipped.
    static let next = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
    static let disabled = UInt32(V4L2_CTRL_FLAG_DISABLED)
    static let grabbed = UInt32(V4L2_CTRL_FLAG_GRABBED)
    static let readOnly = UInt32(V4L2_CTRL_FLAG_READ_ONLY)
    static let inactive = UInt32(V4L2_CTRL_FLAG_INACTIVE)
    static let volatile = UInt32(V4L2_CTRL_FLAG_VOLATILE)
    static let writeOnly = UInt32(V4L2_CTRL_FLAG_WRITE_ONLY)
    static let executeOnWrite = UInt32(V4L2_CTRL_FLAG_EXECUTE_ON_WRITE)
    static let changeEvent = UInt32(V4L2_EVENT_CTRL)
    /// Also reports changes in other controls that this program's settings caused.
    static let ownChangesToo = UInt32(V4L2_EVENT_SUB_FL_ALLOW_FEEDBACK)
    static let presentValue = UInt32(V4L2_CTRL_WHICH_CUR_VAL)
}
