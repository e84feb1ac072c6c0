internal import CV4L2

/// Numbers of `linux/videodev2.h` in the types that its structures want.
enum VideoConstant {
    static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    static let mapped = V4L2_MEMORY_MMAP.rawValue
    static let anyField = V4L2_FIELD_ANY.rawValue
    static let emulatedFormat = UInt32(V4L2_FMT_FLAG_EMULATED)
    static let discreteSize = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
    static let discreteInterval = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
    static let settableRate = UInt32(V4L2_CAP_TIMEPERFRAME)
    static let damagedBuffer = UInt32(V4L2_BUF_FLAG_ERROR)
}
