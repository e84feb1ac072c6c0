// SPDX-License-Identifier: GPL-3.0-or-later
import CV4L2
import CaptureCore
import CaptureTesting
import Glibc
import Platform
import Testing

@testable import Cameras

/// Answers that caused trouble once; `KernelFuzzTests` plays them among others.
@Suite struct V4L2HostileAnswerTests {
    private static let largest = Int(UInt32.max)

    @Test func sizesThatNoSensorHasAreNotOffered() throws {
        let kernel = V4L2Test.kernel {
            $0.formats[0].sizes += [
                FakeSize(Self.largest, Self.largest, [(1, 30)]), FakeSize(32_769, 8, [(1, 30)]),
            ]
        }
        let camera = try V4L2Test.open(kernel)
        #expect(camera.offers.map(\.size) == [PixelSize(width: 16, height: 8)])
        // Ranking multiplies sides.
        #expect(try camera.start().layout.size == PixelSize(width: 16, height: 8))
    }

    @Test func nestedListIsCut() throws {
        let rates = (1...64).map { (UInt32(1), UInt32($0)) }
        let sizes = (1...128).map { FakeSize($0 * 16, 16, rates) }
        let formats = PixelFormat.showable.map { FakeFormat($0, sizes) }
        let kernel = V4L2Test.kernel { $0.formats = formats }
        #expect(try V4L2Test.open(kernel).offers.count == OfferBounds.maximumOffers)
        #expect(kernel.record.calls.count < 50_000)
    }

    @Test(arguments: [Int64.max, 1 << 54, .min]) func rangesThatOverflowAreNoSettings(_ end: Int64) throws {
        let controls = [
            FakeControl(.gain, "Far", .integer64, (0, end), value: 0),
            FakeControl(.brightness, "Near", .integer, (0, 255), value: 128),
        ]
        let camera = try V4L2Test.open(V4L2Test.kernel { $0.controls = controls })
        #expect(camera.readControls().map(\.descriptor.id) == [.brightness])
    }

    @Test func outlierValueIsClamped() throws {
        let control = FakeControl(.gain, "Gain", .integer64, (0, 100), value: .max)
        let camera = try V4L2Test.open(V4L2Test.kernel { $0.controls = [control] })
        #expect(camera.value(of: .gain) == 1 << 53)
        #expect(camera.readControls().first?.value == 1 << 53)
    }

    @Test(arguments: [
        v4l2_rect(left: .max, top: .max, width: .max, height: .max),
        v4l2_rect(left: .min, top: .min, width: .max, height: 1),
        v4l2_rect(left: .max, top: .min, width: 0, height: 0),
    ])
    func aRegionOfAnySizeIsSurvived(_ largest: v4l2_rect) {
        let window = SensorWindow(around: PointOfInterest(x: 1, y: 1), side: 1)
        let fitted = RegionOfInterest.fitted(
            window, smallest: v4l2_rect(left: 0, top: 0, width: .max, height: .max), largest: largest)
        #expect(fitted.width > 0 && fitted.width <= FrameLayout.longestSide)
        #expect(fitted.height > 0 && fitted.height <= FrameLayout.longestSide)
    }

    @Test func firmwareThatFailsEveryQuestionIsLeftInPeace() throws {
        let kernel = V4L2Test.kernel()
        kernel.change { $0.failures[.queryControl] = Array(repeating: .timedOut, count: 1000) }
        let camera = try V4L2Test.open(kernel)
        #expect(camera.readControls().isEmpty)
        #expect(kernel.record.count(of: .queryControl) <= ControlList.maximumFaults + ControlList.tries)
    }

    @Test func endlessInterruptionsFail() {
        var calls = 0
        let failure = #expect(throws: Errno.self) {
            try retrying {
                calls += 1
                errno = EINTR
                return -1
            }
        }
        #expect(failure == .interrupted)
        #expect(calls == interruptionLimit)
    }

    @Test func fewInterruptedCallsAreRetried() throws {
        var calls = 0
        let result = try retrying {
            calls += 1
            errno = EINTR
            return calls < 5 ? -1 : 7
        }
        #expect(result == 7)
    }
}
