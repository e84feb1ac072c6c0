// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Cameras

@Suite struct V4L2RegionTests {
    private static func kernel() -> FakeVideoKernel {
        var camera = FakeCamera.webcam()
        camera.region = FakeRegion()
        camera.controls.append(
            FakeControl(.regionAutomatics, "Region of Interest Auto Ctrls", .bitmask, (0, 0b1001), value: 0))
        return FakeVideoKernel([camera])
    }

    private func written(_ kernel: FakeVideoKernel) -> [FakeRegion.Rectangle] {
        var found: [FakeRegion.Rectangle] = []
        kernel.change { found = $0.region?.written ?? [] }
        return found
    }

    /// Where its exposure can be set it is set: firmware is not kept from burning out what is not in the region.
    @Test func theCameraFocusesByItAndExposesByItWhereItMust() throws {
        let kernel = Self.kernel()
        #expect(FocusCapabilities(try V4L2Test.open(kernel).readControls()).metering == .spot)
        kernel.change { $0.controls.removeAll { $0.id == .exposureTime } }
        let capabilities = FocusCapabilities(try V4L2Test.open(kernel).readControls())
        #expect(capabilities.focus == .region)
        #expect(capabilities.metering == .region)
    }

    @Test func theDefaultIsWrittenFirst() throws {
        let kernel = Self.kernel()
        let camera = try V4L2Test.open(kernel)
        let window = SensorWindow(around: PointOfInterest(x: 0.5, y: 0.25), side: 0.2)
        try camera.setRegion(window, [.focus, .exposure])
        #expect(written(kernel) == [[0, 0, 1280, 960], [544, 144, 192, 192]])
        let value = camera.readControls().first { $0.descriptor.id == .regionAutomatics }?.value
        #expect(value == 0b1001)
    }

    @Test(arguments: [0.0, 0.01, 0.99, 1]) func itStaysInside(place: Double) throws {
        let kernel = Self.kernel()
        let camera = try V4L2Test.open(kernel)
        for side in [0.01, 0.2, 1] {
            let window = SensorWindow(around: PointOfInterest(x: place, y: place), side: side)
            try camera.setRegion(window, .focus)
        }
    }

    @Test func theWholePictureIsTheDefault() throws {
        let kernel = Self.kernel()
        let camera = try V4L2Test.open(kernel)
        try camera.setRegion(nil, .exposure)
        #expect(written(kernel) == [[0, 0, 1280, 960]])
    }

    @Test func missingGrantIsRefused() throws {
        let camera = try V4L2Test.open(FakeVideoKernel([.webcam()]))
        let failure = #expect(throws: CameraError.self) { try camera.setRegion(nil, .focus) }
        #expect(failure?.code == .controlRefused)
        #expect(failure?.underlying == Errno.invalidArgument.rawValue)
    }
}
