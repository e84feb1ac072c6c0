// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Cameras

@Suite struct V4L2MotionJPEGTests {
    private static let whole: [UInt8] = [0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]
    private static let cut: [UInt8] = [0xff, 0xd8, 1, 2, 3]

    private static let padding = [UInt8](repeating: 0, count: 5000)

    @Test(arguments: [whole, whole + padding, whole + [9, 8, 7, 0, 0], [0xff, 0xd9]])
    func aPictureWithItsEndIsWholeWhateverFollows(_ bytes: [UInt8]) {
        #expect(!bytes.withUnsafeBytes { MotionJPEG.isTruncated($0) })
    }

    @Test(arguments: [cut, cut + padding, cut + [0xff], [], [0xd9], [0, 0, 0]])
    func aPictureWithoutItsEndIsTruncated(_ bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { MotionJPEG.isTruncated($0) })
    }

    @Test func theSearchForTheEndIsBounded() {
        let farAway = Self.whole + [UInt8](repeating: 0x55, count: 100_000)
        #expect(farAway.withUnsafeBytes { MotionJPEG.isTruncated($0) })
    }

    @Test func lengthOfAPictureIsFoundInAnOverlongBuffer() throws {
        let kernel = V4L2Test.kernel(.mjpeg, 64, 48)
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        var delivery = FakeDelivery(Self.whole + [UInt8](repeating: 0x55, count: 2000))
        kernel.deliver(delivery)
        #expect(try camera.nextFrame()?.isDamaged == true)
        delivery.bytesUsed = 1 << 20
        kernel.deliver(delivery)
        #expect(try camera.nextFrame()?.isDamaged == false)
    }

    @Test func aTruncatedFrameIsDeliveredAsDamaged() throws {
        let kernel = V4L2Test.kernel(.mjpeg, 64, 48)
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        kernel.deliver(FakeDelivery(Self.cut))
        kernel.deliver(FakeDelivery(Self.whole))
        #expect(try camera.nextFrame()?.isDamaged == true)
        #expect(try camera.nextFrame()?.isDamaged == false)
    }
}
