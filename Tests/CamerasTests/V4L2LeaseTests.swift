// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Cameras

/// Frames that outlive the stream, or the device, that they came from.
@Suite struct V4L2LeaseTests {
    @Test func aFrameKeepsItsBytesAfterTheDeviceIsClosed() throws {
        let kernel = V4L2Test.kernel()
        var frame: Frame? = try heldFrame(kernel) { $0.close() }
        #expect(frame?.bytes == wholeFrame(5).bytes)
        #expect(kernel.record.mapped == kernel.record.unmapped + 8)
        frame = nil
        #expect(kernel.record.isClean)
        #expect(frame == nil)
    }

    @Test func aFrameKeepsItsBytesAfterAnUnplug() throws {
        let kernel = V4L2Test.kernel()
        let frame = try heldFrame(kernel) {
            kernel.unplug()
            $0.close()
        }
        #expect(frame.bytes == wholeFrame(5).bytes)
    }

    @Test func aFrameOfAnEarlierStreamDoesNotGoIntoTheNext() throws {
        let kernel = V4L2Test.kernel()
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        kernel.deliver(wholeFrame(5))
        var old = try camera.nextFrame()
        _ = try camera.start()
        #expect(kernel.queuedCount() == 8)
        #expect(old?.bytes == wholeFrame(5).bytes)
        // The new stream has taken out the buffer of the same number; a stray return would be accepted.
        kernel.deliver(wholeFrame(6))
        let new = try #require(try camera.nextFrame())
        #expect(kernel.queuedCount() == 7)
        old = nil
        #expect(kernel.queuedCount() == 7)
        #expect(new.bytes == wholeFrame(6).bytes)
        #expect(old == nil)
    }

    @Test func aReopenedCameraStreamsAlthoughAFrameIsStillHeld() throws {
        let kernel = V4L2Test.kernel()
        let frame = try heldFrame(kernel) { $0.close() }
        let again = try V4L2Test.open(kernel)
        _ = try again.start()
        kernel.deliver(wholeFrame(6))
        #expect(try again.nextFrame()?.bytes == wholeFrame(6).bytes)
        #expect(frame.bytes == wholeFrame(5).bytes)
    }

    @Test func stoppingLetsAnotherProgramStream() throws {
        let kernel = V4L2Test.kernel()
        let mine = try V4L2Test.open(kernel)
        let other = try V4L2Test.open(kernel)
        _ = try mine.start()
        mine.stop()
        _ = try other.start()
        #expect(kernel.isStreaming())
    }

    @Test func stoppingTwiceAndStartingAgainWorks() throws {
        let kernel = V4L2Test.kernel()
        let camera = try V4L2Test.open(kernel)
        camera.stop()
        for _ in 0..<3 {
            _ = try camera.start()
            kernel.deliver(wholeFrame())
            #expect(try camera.nextFrame() != nil)
            camera.stop()
            camera.stop()
        }
        #expect(try camera.nextFrame() == nil)
        camera.close()
        #expect(kernel.record.isClean)
        #expect(kernel.record.mapped == 24)
    }

    @Test func convertedFramesAreCopiesSoThatTheLibraryCanFreeItsBuffers() throws {
        var converted = FakeCamera(
            node: V4L2Test.info.node, formats: [FakeFormat(.rgb24, [FakeSize(16, 8)])])
        converted.keepsMappedBuffers = true
        let converting = FakeVideoKernel([converted], mappingsOutliveStream: false)
        let kernel = FakeVideoKernel(
            [FakeCamera(node: V4L2Test.info.node, formats: [])], converting: converting)
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        converting.deliver(FakeDelivery([UInt8](repeating: 3, count: 16 * 8 * 3)))
        let frame = try #require(try camera.nextFrame())
        #expect(converting.queuedCount() == 8)
        _ = try camera.start()
        #expect(frame.bytes == [UInt8](repeating: 3, count: 16 * 8 * 3))
        camera.close()
        #expect(converting.record.isClean)
    }

    /// A frame full of fives, held over what `end` does to its camera.
    private func heldFrame(_ kernel: FakeVideoKernel, end: (V4L2Camera) -> Void) throws -> Frame {
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        kernel.deliver(wholeFrame(5))
        let frame = try #require(try camera.nextFrame())
        end(camera)
        return frame
    }
}
