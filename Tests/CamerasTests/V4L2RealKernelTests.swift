// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Platform
import Testing

@testable import Cameras
@testable import Permissions

/// The real system calls, on nodes that every machine has.
@Suite struct V4L2RealKernelTests {
    @Test(arguments: ["/dev/null", "/dev/zero"])
    func aDeviceThatIsNoCameraIsRefused(_ node: String) {
        #expect(openingFailure(node)?.code == .unsupportedFormat)
    }

    @Test func aNodeThatIsNotThereIsGone() {
        #expect(openingFailure("/dev/video-that-is-not-there")?.code == .gone)
    }

    @Test func everyKernelKeepsTheErrnoOfTheCall() throws {
        let native = LibV4L2Kernel()
        let kernels: [any VideoKernel] = [native, try #require(native.converting)]
        for kernel in kernels {
            #expect(throws: Errno.noEntry) { _ = try kernel.open("/dev/video-that-is-not-there") }
        }
        let kernel = native
        let descriptor = try kernel.open("/dev/null")
        defer { kernel.close(descriptor) }
        var number: Int32 = 0
        #expect(throws: Errno.unknownRequest) { try kernel.ioctl(descriptor, .streamOn, &number) }
        #expect(throws: Errno.noDevice) { _ = try kernel.mmap(descriptor, length: 4096, offset: 0) }
    }

    private func openingFailure(_ node: String) -> CameraError? {
        let info = CameraInfo(id: CameraID(rawValue: "x"), name: "x", node: node, position: .external)
        return V4L2Test.failure { () throws(CameraError) in
            _ = try V4L2Camera.open(info, grant: CameraGrant())
        }
    }
}
