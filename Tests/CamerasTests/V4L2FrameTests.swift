// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Imaging
import Platform
import Testing

@testable import Cameras

@Suite struct V4L2FrameTests {
    @Test func frameLendsTheDriversBufferUntilReleased() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        kernel.deliver(wholeFrame(9))
        do {
            let frame = try #require(try camera.nextFrame())
            #expect(frame.bytes == wholeFrame(9).bytes)
            #expect(!frame.isDamaged)
            #expect(frame.arrival.nanoseconds > 0)
            #expect(kernel.queuedCount() == 7)
        }
        #expect(kernel.queuedCount() == 8)
        #expect(try camera.nextFrame() == nil)
    }

    @Test func framesComeInTheirOrderAndKeepTheirNumbers() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        for value in 1...3 { kernel.deliver(wholeFrame(UInt8(value))) }
        var values: [UInt8] = []
        var numbers: [UInt32] = []
        while let frame = try camera.nextFrame() {
            values.append(frame.bytes[0])
            numbers.append(frame.sequence)
        }
        #expect(values == [1, 2, 3])
        #expect(numbers == [0, 1, 2])
    }

    @Test func anEmptyFrameGoesStraightBack() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        kernel.deliver(FakeDelivery([]))
        #expect(try camera.nextFrame() == nil)
        #expect(kernel.queuedCount() == 8)
    }

    @Test func anEmptyFlaggedFrameGoesStraightBack() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        var delivery = wholeFrame()
        delivery.bytesUsed = 0
        delivery.isFlagged = true
        kernel.deliver(delivery)
        #expect(try camera.nextFrame() == nil)
        #expect(kernel.queuedCount() == 8)
    }

    @Test func aFlaggedFrameIsDamaged() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        var delivery = wholeFrame()
        delivery.isFlagged = true
        kernel.deliver(delivery)
        #expect(try camera.nextFrame()?.isDamaged == true)
    }

    @Test func aShortRawFrameIsDamagedAndHasJustItsBytes() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        kernel.deliver(FakeDelivery([1, 2, 3]))
        let frame = try #require(try camera.nextFrame())
        #expect(frame.isDamaged)
        #expect(frame.bytes == [1, 2, 3])
    }

    /// The driver's bytes of a line, and the columns that are seen of 641.
    @Test(
        arguments: [PixelFormat.yuyv, .uyvy],
        [(0, 1282, 640), (1282, 1282, 640), (1283, 1283, 640), (1284, 1284, 641), (1344, 1344, 641)])
    func aPixelPairWithoutRoomIsLeftOut(format: PixelFormat, line: (stated: Int, used: Int, width: Int))
        throws
    {
        try expect(format, height: 479, line, byteCount: line.used * 479)
    }

    @Test(arguments: [(0, 641, 640), (641, 641, 640), (642, 642, 641), (704, 704, 641)])
    func aChromaPairWithoutRoomIsLeftOut(line: (stated: Int, used: Int, width: Int)) throws {
        // Drivers count 3 / 2 of the height.
        try expect(.nv12, height: 479, line, byteCount: line.used * 479 * 3 / 2)
        try expect(.nv12, height: 480, line, byteCount: line.used * 480 * 3 / 2)
    }

    private func expect(
        _ format: PixelFormat, height: Int, _ line: (stated: Int, used: Int, width: Int), byteCount: Int
    ) throws {
        let kernel = V4L2Test.kernel(format, 641, height) { $0.formats[0].bytesPerLine = line.stated }
        let camera = try V4L2Test.open(kernel)
        let stream = try camera.start()
        #expect(stream.layout.size == PixelSize(width: line.width, height: height))
        #expect(stream.layout.bytesPerLine == line.used)
        kernel.deliver(FakeDelivery([UInt8](repeating: 128, count: byteCount)))
        let frame = try #require(try camera.nextFrame())
        #expect(!frame.isDamaged)
        let picture = try FrameRenderer().render(
            frame, for: ViewfinderTarget(view: frame.layout.size, isMirrored: false), pool: PicturePool())
        #expect(picture.isWhole && picture.size == frame.layout.size)
    }

    @Test func aClaimOfMoreThanIsMappedIsClamped() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        var delivery = wholeFrame()
        delivery.bytesUsed = .max
        kernel.deliver(delivery)
        let frame = try #require(try camera.nextFrame())
        // The fake's buffers are half as large again as the picture.
        #expect(frame.bytes.count == 16 * 8 * 2 * 3 / 2)
        #expect(!frame.isDamaged)
    }

    @Test(arguments: [8, 31, 32, UInt32.max])
    func impossibleBufferNumberIsSurvived(_ index: UInt32) throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        var delivery = wholeFrame()
        delivery.claimedIndex = index
        kernel.deliver(delivery)
        #expect(try camera.nextFrame() == nil)
        kernel.deliver(wholeFrame())
        #expect(try camera.nextFrame() != nil)
    }

    @Test func everyBufferTakenWasGivenBack() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        for value in 0..<100 {
            kernel.deliver(value.isMultiple(of: 7) ? FakeDelivery([]) : wholeFrame(UInt8(value)))
            _ = try camera.nextFrame()
        }
        #expect(kernel.record.successes(of: .dequeueBuffer) == 100)
        #expect(kernel.record.successes(of: .queueBuffer) == 8 + 100)
        #expect(kernel.record.count(of: .queueBuffer) == 8 + 100)
    }

    @Test func withEveryBufferHeldFramesAreLostAndNothingElse() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        var held: [Frame] = []
        for _ in 0..<8 {
            kernel.deliver(wholeFrame())
            held.append(try #require(try camera.nextFrame()))
        }
        #expect(!kernel.deliver(wholeFrame()))
        #expect(try camera.nextFrame() == nil)
        held.removeAll()
        #expect(kernel.deliver(wholeFrame()))
        #expect(try camera.nextFrame()?.sequence == 9)
    }

    @Test func framesMayBeReleasedOnOtherThreads() async throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        for _ in 0..<50 {
            for _ in 0..<4 { kernel.deliver(wholeFrame()) }
            var held: [Frame] = []
            while let frame = try camera.nextFrame() { held.append(frame) }
            await withTaskGroup(of: Void.self) { group in
                for frame in held { group.addTask { _ = frame.sequence } }
                held.removeAll()
            }
            #expect(kernel.queuedCount() == 8)
        }
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func anInputOutputErrorIsAFailureAndAnUnplugIsGone() throws {
        let kernel = V4L2Test.kernel()
        let camera = try started(kernel)
        kernel.change { $0.failures[.dequeueBuffer] = [.inputOutput] }
        let failure = V4L2Test.failure { () throws(CameraError) in _ = try camera.nextFrame() }
        #expect(failure == CameraError(.failed, underlying: 5, step: "VIDIOC_DQBUF"))
        kernel.unplug()
        let unplug = V4L2Test.failure { () throws(CameraError) in _ = try camera.nextFrame() }
        #expect(unplug?.code == .gone)
        camera.close()
        #expect(kernel.record.isClean)
    }

    private func started(_ kernel: FakeVideoKernel) throws -> V4L2Camera {
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        return camera
    }
}
