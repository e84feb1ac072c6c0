import CV4L2
import CaptureCore
import CaptureTesting
import Glibc
import Testing

@testable import Cameras

/// Answers that made trouble once, each found by `KernelFuzzTests`.
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
}
