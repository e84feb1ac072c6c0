// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore
public import Platform

/// A scripted camera: its capabilities, formats and refusals.
///
///     var webcam = FakeCamera.webcam()
///     webcam.failures[.streamOn] = [.noSpace]
///     let kernel = FakeVideoKernel([webcam])
public struct FakeCamera: Sendable {
    /// The device node it sits behind.
    public var node: String
    /// The `V4L2_CAP_…` bits of the whole device.
    public var capabilities: UInt32 = FakeCapability.camera | FakeCapability.deviceCaps
    /// The bits of this node; meaningful with `deviceCaps` in `capabilities`.
    public var nodeCapabilities: UInt32 = FakeCapability.camera
    public var formats: [FakeFormat]
    public var controls: [FakeControl] = []
    /// nil for the many cameras that have none.
    public var region: FakeRegion?
    /// Whether VIDIOC_S_PARM does something.
    public var hasSettableRate = true
    /// Returns the requested rate from VIDIOC_S_PARM, whatever it does.
    public var echoesRequestedRate = false
    /// The most buffers it gives, whatever is asked for.
    public var bufferLimit = 8
    /// The size of its buffers in bytes, if they are larger than a picture.
    public var bufferSize = 0
    /// Errors to give, once each in this order, to the next calls of a request; then the calls work again.
    public var failures: [VideoRequest: [Errno]] = [:]
    /// Errors to give to the next tries to open the node.
    public var openFailures: [Errno] = []
    /// The most bytes of a frame that the bus carries; VIDIOC_STREAMON fails with ENOSPC above it.
    public var bandwidth = Int.max
    /// Answers every index of every list, forever, with the last entry.
    public var listsNeverEnd = false
    /// How it orders lines, a number of `v4l2_field`.
    public var field: UInt32 = 1
    /// Refuses to free buffers while one is mapped, as libv4l2 and old kernels do.
    public var keepsMappedBuffers = false

    public init(node: String, formats: [FakeFormat]) {
        self.node = node
        self.formats = formats
    }

    /// A typical USB webcam: raw when small, JPEG when large.
    public static func webcam(node: String = "/dev/video0") -> FakeCamera {
        var camera = FakeCamera(
            node: node,
            formats: [
                FakeFormat(.yuyv, [FakeSize(640, 480, [(1, 30)]), FakeSize(1280, 720, [(1, 10)])]),
                FakeFormat(
                    .mjpeg,
                    [
                        FakeSize(640, 480, [(1, 30)]), FakeSize(1280, 720, [(1, 30), (1, 60)]),
                        FakeSize(1920, 1080, [(1, 15), (1, 30)]),
                    ]),
            ])
        camera.controls = FakeControl.webcam
        return camera
    }
}

/// Bits of `linux/videodev2.h`, under the names that the kernel's documentation uses.
public enum FakeCapability {
    public static let capture: UInt32 = 0x1
    public static let output: UInt32 = 0x2
    public static let memoryToMemory: UInt32 = 0x8000
    public static let metadata: UInt32 = 0x80_0000
    public static let streaming: UInt32 = 0x400_0000
    public static let mediaController: UInt32 = 0x2000_0000
    public static let deviceCaps: UInt32 = 0x8000_0000
    public static let camera = capture | streaming
}

/// A pixel format and its sizes, as the driver lists them, rightly or not.
public struct FakeFormat: Sendable {
    public var format: PixelFormat
    public var isEmulated = false
    public var sizes: [FakeSize]
    /// Listed instead of `sizes`: from, to, step.
    public var range: (from: PixelSize, to: PixelSize, step: PixelSize)?
    /// VIDIOC_S_FMT's answer; nil for lines without padding.
    public var bytesPerLine: Int?
    /// VIDIOC_S_FMT's answers; numbers of `v4l2_colorspace` and so on, 0 for "default".
    public var colorspace: UInt32 = 8
    public var encoding: UInt32 = 0
    public var quantization: UInt32 = 0

    public init(_ format: PixelFormat, _ sizes: [FakeSize]) {
        self.format = format
        self.sizes = sizes
    }
}

/// A size and the times a frame may take there.
public struct FakeSize: Sendable {
    public var size: PixelSize
    /// Seconds as fractions.
    public var intervals: [(numerator: UInt32, denominator: UInt32)]

    public init(_ width: Int, _ height: Int, _ intervals: [(UInt32, UInt32)] = []) {
        size = PixelSize(width: width, height: height)
        self.intervals = intervals.map { (numerator: $0.0, denominator: $0.1) }
    }
}
