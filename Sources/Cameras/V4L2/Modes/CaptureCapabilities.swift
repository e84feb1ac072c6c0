// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import Platform

/// A node's function.
struct CaptureCapabilities {
    /// The `V4L2_CAP_…` bits of this very node: `device_caps` if the driver fills it in, because
    /// `capabilities` speaks of all nodes of the device together.
    private let bits: UInt32
    /// Whether another program writes its pictures: true for v4l2loopback's nodes, and all that are outputs too.
    let isVirtual: Bool

    init(of node: VideoNode) throws(Errno) {
        var answer = v4l2_capability()
        try node.call(.queryCapabilities, &answer)
        let isPerNode = answer.capabilities & V4L2_CAP_DEVICE_CAPS != 0
        bits = isPerNode ? answer.device_caps : answer.capabilities
        // `VIDIOC_QUERYCAP` of v4l2loopback.c names the driver so in every version.
        isVirtual =
            withUnsafeBytes(of: answer.driver) { $0.starts(with: "v4l2 loopback".utf8) }
            || bits & UInt32(V4L2_CAP_VIDEO_OUTPUT) != 0
    }

    /// Whether pictures can be streamed from it without configuring a pipeline first.
    ///
    /// Excludes metadata, output and codec nodes, and those that need a media pipeline (raw image processors). A
    /// loopback node that is an output too remains a camera.
    var isCamera: Bool {
        let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        let unwanted =
            UInt32(V4L2_CAP_IO_MC) | UInt32(V4L2_CAP_VIDEO_M2M) | UInt32(V4L2_CAP_VIDEO_M2M_MPLANE)
        return bits & needed == needed && bits & unwanted == 0
    }
}
