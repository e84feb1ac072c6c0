// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Cameras
@testable import Permissions

@Suite struct V4L2OpeningTests {
    @Test func endedGrantTouchesNoNode() throws {
        let kernel = V4L2Test.kernel()
        let grant = CameraGrant()
        grant.end()
        let failure = V4L2Test.failure { () throws(CameraError) in
            _ = try V4L2Camera.open(V4L2Test.info, grant: grant, kernel: kernel)
        }
        #expect(failure?.code == .notAllowed)
        #expect(kernel.record.opened == 0)
    }

    @Test func aMissingNodeIsGone() {
        let kernel = FakeVideoKernel([])
        #expect(openingFailure(kernel)?.code == .gone)
    }

    @Test(arguments: [Errno.accessDenied, .notPermitted])
    func aForbiddenNodeIsNotAllowedAndKeepsItsErrno(_ errno: Errno) {
        let kernel = V4L2Test.kernel { $0.openFailures = [errno] }
        let failure = openingFailure(kernel)
        #expect(failure?.code == .notAllowed)
        #expect(failure?.underlying == errno.rawValue)
    }

    @Test(arguments: [
        FakeCapability.metadata | FakeCapability.streaming,
        FakeCapability.camera | FakeCapability.mediaController, FakeCapability.capture,
        FakeCapability.camera | FakeCapability.memoryToMemory,
    ])
    func nonCameraIsRefusedAndClosed(_ capabilities: UInt32) {
        let kernel = V4L2Test.kernel { $0.nodeCapabilities = capabilities }
        #expect(openingFailure(kernel)?.code == .unsupportedFormat)
        #expect(kernel.record.opened == 1)
        #expect(kernel.record.isClean)
    }

    @Test(arguments: [
        FakeCapability.output | FakeCapability.streaming, FakeCapability.camera | FakeCapability.output,
    ])
    func aVirtualCameraWithoutAProgramSaysSo(_ capabilities: UInt32) {
        let kernel = V4L2Test.kernel {
            $0.nodeCapabilities = capabilities
            $0.formats = []
        }
        #expect(openingFailure(kernel)?.code == .noSource)
        #expect(kernel.record.isClean)
    }

    @Test func aVirtualCameraThatRefusesToStartHasNoSource() throws {
        let kernel = V4L2Test.kernel {
            $0.nodeCapabilities = FakeCapability.camera | FakeCapability.output
            $0.failures[.streamOn] = [.inputOutput]
        }
        let camera = try V4L2Test.open(kernel)
        let failure = V4L2Test.failure { () throws(CameraError) in _ = try camera.start() }
        #expect(failure?.code == .noSource)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func withoutPerNodeCapabilitiesThoseOfTheDeviceCount() throws {
        let kernel = V4L2Test.kernel {
            $0.capabilities = FakeCapability.camera
            $0.nodeCapabilities = 0
        }
        try V4L2Test.open(kernel).close()
    }

    @Test func aNodeWithoutFormatsIsRefusedAndClosed() {
        let kernel = V4L2Test.kernel { $0.formats = [] }
        #expect(openingFailure(kernel)?.code == .unsupportedFormat)
        #expect(kernel.record.isClean)
    }

    @Test func aNodeThatKnowsNoVideoRequestsIsRefused() {
        let kernel = V4L2Test.kernel { $0.failures[.queryCapabilities] = [.unknownRequest] }
        #expect(openingFailure(kernel)?.code == .unsupportedFormat)
        #expect(kernel.record.isClean)
    }

    @Test func anUnplugWhileListingIsGone() {
        let kernel = V4L2Test.kernel { $0.failures[.listSizes] = [.noDevice] }
        #expect(openingFailure(kernel)?.code == .gone)
        #expect(kernel.record.isClean)
    }

    @Test func aCameraWithOnlyForeignFormatsIsOpenedThroughConversion() throws {
        let bayer = FakeFormat(PixelFormat("BA81"), [FakeSize(16, 8)])
        var converted = FakeCamera(node: V4L2Test.info.node, formats: [bayer])
        converted.formats.append(FakeFormat(.rgb24, [FakeSize(16, 8)]))
        converted.formats[1].isEmulated = true
        let converting = FakeVideoKernel([converted], mappingsOutliveStream: false)
        let kernel = FakeVideoKernel(
            [FakeCamera(node: V4L2Test.info.node, formats: [bayer])], converting: converting)
        let camera = try V4L2Test.open(kernel)
        #expect(kernel.record.isClean)
        #expect(camera.offers.contains { $0.format == .rgb24 && $0.isEmulated })
        #expect(try camera.start().layout.format == .rgb24)
        camera.close()
        #expect(converting.record.isClean)
    }

    @Test func closingTwiceClosesOnce() throws {
        let kernel = V4L2Test.kernel()
        let camera = try V4L2Test.open(kernel)
        camera.close()
        camera.close()
        #expect(kernel.record.closed == 1)
        #expect(kernel.record.isClean)
    }

    @Test func aForgottenCameraClosesItself() throws {
        let kernel = V4L2Test.kernel()
        do { _ = try V4L2Test.open(kernel).start() }
        #expect(kernel.record.isClean)
        #expect(!kernel.isStreaming())
    }

    private func openingFailure(_ kernel: FakeVideoKernel) -> CameraError? {
        V4L2Test.failure { () throws(CameraError) in _ = try V4L2Test.open(kernel) }
    }
}
