// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Cameras

@Suite struct V4L2StartingTests {
    @Test func theBestModeIsSetAndReadBack() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        let stream = try camera.start()
        #expect(stream.layout.format == .mjpeg)
        #expect(stream.layout.size == PixelSize(width: 1920, height: 1080))
        #expect(stream.layout.color == .jpeg)
        #expect(stream.rate == FrameRate(30))
        #expect(kernel.isStreaming())
        #expect(kernel.queuedCount() == 8)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func aModeThatIsWishedIsUsedAndAutomaticOtherwise() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        let last = try #require(camera.modes.last)
        let stream = try camera.start(last)
        #expect(stream.layout.format == last.format)
        #expect(stream.layout.size == last.size)
        #expect(stream.rate == last.rate)
        #expect(try camera.start().layout.size == PixelSize(width: 1920, height: 1080))
    }

    @Test func largeUncompressedFramesGetFewerBuffers() throws {
        let kernel = V4L2Test.kernel {
            $0.formats = [FakeFormat(.yuyv, [FakeSize(1920, 1080, [(1, 30)])])]
        }
        let camera = try V4L2Test.open(kernel)
        #expect(try camera.start().layout.format == .yuyv)
        #expect(kernel.queuedCount() == 5)
    }

    @Test func theRateIsSetBeforeTheStreamStarts() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        let requests = kernel.record.calls.map(\.request)
        let rate = try #require(requests.firstIndex(of: .setParameters))
        let start = try #require(requests.firstIndex(of: .streamOn))
        #expect(rate < start)
    }

    @Test func aCameraWithoutSettableRateStreamsAtWhatItSays() throws {
        let kernel = V4L2Test.kernel { $0.hasSettableRate = false }
        let camera = try V4L2Test.open(kernel)
        #expect(try camera.start().rate == FrameRate(15))
        #expect(kernel.record.count(of: .setParameters) == 0)
    }

    @Test func echoedRateIsNotBelieved() throws {
        let kernel = V4L2Test.kernel {
            $0.formats[0].sizes = [FakeSize(640, 480, [(1, 30)])]
            $0.echoesRequestedRate = true
        }
        let camera = try V4L2Test.open(kernel)
        kernel.change { $0.formats[0].sizes = [FakeSize(640, 480, [(2, 15)])] }
        #expect(try camera.start().rate == FrameRate(numerator: 15, denominator: 2))
    }

    @Test func aRateThatIsRefusedDoesNotStopTheStream() throws {
        let kernel = V4L2Test.kernel { $0.failures[.setParameters] = [.invalidArgument] }
        let camera = try V4L2Test.open(kernel)
        #expect(try camera.start().rate == FrameRate(15))
    }

    @Test func aSizeTheDriverChoseInsteadIsAccepted() throws {
        let kernel = V4L2Test.kernel {
            $0.formats[0].sizes = [FakeSize(640, 480, [(1, 30)])]
        }
        let camera = try V4L2Test.open(kernel)
        kernel.change { $0.formats[0].sizes = [FakeSize(320, 240, [(1, 30)])] }
        #expect(try camera.start().layout.size == PixelSize(width: 320, height: 240))
    }

    @Test func aFormatThatCannotBeShownIsNotAccepted() throws {
        let kernel = V4L2Test.kernel()
        let camera = try V4L2Test.open(kernel)
        kernel.change { $0.formats = [FakeFormat(PixelFormat("VP80"), [FakeSize(16, 8)])] }
        #expect(startingFailure(camera)?.code == .unsupportedFormat)
        #expect(!kernel.isStreaming())
    }

    @Test func withoutRoomOnTheBusTheNextLighterModeIsTaken() throws {
        let kernel = V4L2Test.kernel {
            $0.formats[0].sizes = [FakeSize(1280, 720, [(1, 30)]), FakeSize(640, 480, [(1, 30)])]
            $0.bandwidth = 1_000_000
        }
        let camera = try V4L2Test.open(kernel)
        #expect(try camera.start().layout.size == PixelSize(width: 640, height: 480))
        #expect(kernel.record.successes(of: .streamOn) == 1)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func fullBusIsReported() throws {
        let kernel = FakeVideoKernel([.webcam()])
        kernel.change { $0.bandwidth = 0 }
        let camera = try V4L2Test.open(kernel)
        let failure = startingFailure(camera)
        #expect(failure?.code == .noBandwidth)
        #expect(failure?.underlying == Errno.noSpace.rawValue)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func withoutMemoryForItsBuffersTheNextLighterModeIsTaken() throws {
        let kernel = V4L2Test.kernel {
            $0.formats[0].sizes = [FakeSize(1280, 720, [(1, 30)]), FakeSize(640, 480, [(1, 30)])]
            $0.failures[.requestBuffers] = [.noMemory]
        }
        let camera = try V4L2Test.open(kernel)
        #expect(try camera.start().layout.size == PixelSize(width: 640, height: 480))
        kernel.change { $0.bufferLimit = 0 }
        let failure = startingFailure(camera)
        #expect(failure?.code == .failed && failure?.underlying == Errno.noMemory.rawValue)
        camera.close()
        #expect(kernel.record.isClean)
    }

    /// As uvcvideo says that no alternate setting has room, or that the firmware rejects a mode.
    @Test(arguments: [VideoRequest.setFormat, .streamOn])
    func whatFailsTwiceInAModeIsTriedInALighterOne(_ request: VideoRequest) throws {
        let kernel = V4L2Test.kernel {
            $0.formats[0].sizes = [FakeSize(1280, 720, [(1, 30)]), FakeSize(640, 480, [(1, 30)])]
            $0.failures[request] = [.inputOutput]
        }
        let camera = try V4L2Test.open(kernel)
        #expect(try camera.start().layout.size == PixelSize(width: 1280, height: 720))
        kernel.change { $0.failures[request] = [.inputOutput, .inputOutput] }
        #expect(try camera.start().layout.size == PixelSize(width: 640, height: 480))
        kernel.change { $0.failures[request] = Array(repeating: .inputOutput, count: 10) }
        let failure = startingFailure(camera)
        #expect(failure?.code == .failed && failure?.underlying == Errno.inputOutput.rawValue)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test(arguments: [VideoRequest.setFormat, .requestBuffers, .streamOn])
    func busyIsRecognizedFromEveryCall(_ request: VideoRequest) throws {
        let kernel = V4L2Test.kernel { $0.failures[request] = [.busy] }
        let camera = try V4L2Test.open(kernel)
        let failure = startingFailure(camera)
        #expect(failure?.code == .busy(by: nil))
        #expect(failure?.underlying == Errno.busy.rawValue)
        #expect(failure?.step == request.name)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func secondOwnerGetsBusy() throws {
        let kernel = V4L2Test.kernel()
        let first = try V4L2Test.open(kernel)
        _ = try first.start()
        let second = try V4L2Test.open(kernel)
        #expect(startingFailure(second)?.code == .busy(by: nil))
        second.close()
        #expect(kernel.isStreaming())
        kernel.deliver(wholeFrame())
        #expect(try first.nextFrame() != nil)
    }

    /// The driver must have one to fill while a photo is held.
    @Test(arguments: [1, 2]) func framesOfFewBuffersAreCopiedAndGivenBackAtOnce(count: Int) throws {
        let kernel = V4L2Test.kernel { $0.bufferLimit = count }
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        #expect(kernel.queuedCount() == count)
        var held: [Frame] = []
        for value in UInt8(1)...10 {
            #expect(kernel.deliver(wholeFrame(value)))
            held.append(try #require(try camera.nextFrame()))
            #expect(kernel.queuedCount() == count)
        }
        #expect(held.map(\.bytes) == (UInt8(1)...10).map { Array(repeating: $0, count: 16 * 8 * 2) })
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func aModeThatEndsTheCameraIsNotAskedFor() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        let best = try #require(camera.requestedMode)
        #expect(best.size == PixelSize(width: 1920, height: 1080))
        // Nor where the person prefers it.
        let stream = try camera.start(ModeRequest(best, avoiding: [best]))
        #expect(stream.layout.size == PixelSize(width: 1280, height: 720))
        #expect(camera.requestedMode?.size == stream.layout.size)
    }

    /// A program that writes into a virtual camera comes back with pictures of another size, and the driver keeps its format
    /// until it is opened anew.
    @Test(arguments: [16 * 8 * 2 / 4, 16 * 8 * 2 + 4096 + 2]) func picturesOfAnotherSizeEndAVirtualStream(
        bytes: Int
    ) throws {
        let kernel = V4L2Test.kernel(.yuyv, 16, 8) {
            $0.nodeCapabilities |= FakeCapability.output
            // Large buffers, as the module's option for the largest size makes them.
            $0.formats[0].bytesPerLine = 32
            $0.bufferSize = 1 << 14
        }
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        kernel.deliver(wholeFrame())
        #expect(try camera.nextFrame() != nil)
        let other = FakeDelivery([UInt8](repeating: 9, count: bytes))
        for _ in 0..<2 {
            kernel.deliver(other)
            #expect(try camera.nextFrame() == nil, "a part of a picture")
        }
        kernel.deliver(wholeFrame())
        #expect(try camera.nextFrame() != nil)
        let failure = V4L2Test.failure { () throws(CameraError) in
            for _ in 0..<3 {
                kernel.deliver(other)
                _ = try camera.nextFrame()
            }
        }
        #expect(failure?.code == .failed)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test(arguments: [
        VideoRequest.setFormat, .setParameters, .requestBuffers, .queryBuffer, .queueBuffer, .streamOn,
    ])
    func anUnplugWhileStartingIsGoneAndLeavesNothing(_ request: VideoRequest) throws {
        let kernel = V4L2Test.kernel { $0.failures[request] = [.noDevice] }
        let camera = try V4L2Test.open(kernel)
        #expect(startingFailure(camera)?.code == .gone)
        camera.close()
        #expect(kernel.record.isClean)
    }

    @Test func paddedLinesAreReadBackAndImpossibleOnesRepaired() throws {
        let padded = V4L2Test.kernel { $0.formats[0].bytesPerLine = 64 }
        #expect(try V4L2Test.open(padded).start().layout.bytesPerLine == 64)
        let absurd = V4L2Test.kernel { $0.formats[0].bytesPerLine = 1 }
        #expect(try V4L2Test.open(absurd).start().layout.bytesPerLine == 32)
    }

    @Test(arguments: [
        // colorspace, encoding, quantization as in videodev2.h, and what they mean
        (8, 0, 0, ColorDescription.video), (8, 0, 1, ColorDescription(matrix: .bt601, range: .full)),
        (3, 0, 0, ColorDescription(matrix: .bt709, range: .limited)),
        (8, 2, 1, ColorDescription(matrix: .bt709, range: .full)), (7, 0, 0, ColorDescription.jpeg),
        (0, 0, 0, ColorDescription.video), (99, 99, 99, ColorDescription.video),
    ])
    func coloursAreWhatTheDriverSays(
        _ colorspace: UInt32, _ encoding: UInt32, _ quantization: UInt32, _ expected: ColorDescription
    ) throws {
        let kernel = V4L2Test.kernel {
            $0.formats[0].colorspace = colorspace
            $0.formats[0].encoding = encoding
            $0.formats[0].quantization = quantization
        }
        #expect(try V4L2Test.open(kernel).start().layout.color == expected)
    }

    private func startingFailure(_ camera: V4L2Camera) -> CameraError? {
        V4L2Test.failure { () throws(CameraError) in _ = try camera.start() }
    }
}
