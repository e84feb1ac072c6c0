// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting

@testable import Cameras
@testable import Permissions

/// A camera over a fake kernel, as the tests here use it.
enum V4L2Test {
    static let info = CameraInfo(
        id: CameraID(rawValue: "usb:1:2"), name: "Webcam", node: "/dev/video0", position: .external)

    static func open(_ kernel: FakeVideoKernel) throws(CameraError) -> V4L2Camera {
        try V4L2Camera.open(info, grant: CameraGrant(), kernel: kernel)
    }

    /// A kernel with one camera that has one raw format of one size.
    static func kernel(
        _ format: PixelFormat = .yuyv, _ width: Int = 16, _ height: Int = 8,
        _ change: (inout FakeCamera) -> Void = { _ in }
    ) -> FakeVideoKernel {
        var camera = FakeCamera(
            node: info.node, formats: [FakeFormat(format, [FakeSize(width, height, [(1, 30)])])])
        change(&camera)
        return FakeVideoKernel([camera])
    }

    /// The error that `body` throws; nil when it throws none.
    static func failure(_ body: () throws(CameraError) -> Void) -> CameraError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

extension Frame {
    var bytes: [UInt8] { withBytes { Array($0) } }
}

/// A frame of `.yuyv` in 16 x 8, all of one value.
func wholeFrame(_ value: UInt8 = 7) -> FakeDelivery {
    FakeDelivery([UInt8](repeating: value, count: 16 * 8 * 2))
}
