// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Cameras

/// Grabbers of analog video; numbers of `v4l2_field`.
@Suite struct V4L2FieldTests {
    private func started(_ field: UInt32) throws -> (V4L2Camera, FakeVideoKernel) {
        let kernel = V4L2Test.kernel(.yuyv, 64, 48) { $0.field = field }
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        return (camera, kernel)
    }

    @Test(
        arguments: [
            (1, FrameArrangement.Lines.inOrder), (2, .topFieldOnly), (3, .bottomFieldOnly), (4, .inOrder),
            (5, .topFieldFirst), (6, .bottomFieldFirst), (7, .topFieldOnly), (8, .inOrder), (99, .inOrder),
        ] as [(UInt32, FrameArrangement.Lines)])
    func theDriversOrderOfLinesIsFollowed(field: UInt32, lines: FrameArrangement.Lines) throws {
        let (camera, _) = try started(field)
        #expect(camera.arrangement == FrameArrangement(lines: lines))
    }

    /// Counterclockwise, as the kernel defines it; cameras of laptops are mounted upside down.
    @Test(
        arguments: [
            (0, .none), (90, .threeQuarters), (180, .half), (270, .quarter), (360, .none), (45, .none),
            (-90, .quarter),
        ] as [(Int64, PhotoOrientation.Turn)])
    func theMountOfTheSensorIsFollowed(rotation: Int64, turn: PhotoOrientation.Turn) throws {
        let kernel = V4L2Test.kernel {
            var control = FakeControl(
                .sensorRotation, "Camera Sensor Rotation", .integer, (-360, 360), value: rotation)
            control.flags = FakeControl.readOnly
            $0.controls = [control]
        }
        let camera = try V4L2Test.open(kernel)
        for _ in 0..<2 {
            _ = try camera.start()
            #expect(camera.arrangement.orientation == PhotoOrientation(turn: turn, isMirrored: false))
        }
        #expect(kernel.record.count(of: .getControls) == 1)
    }

    @Test(arguments: [(0, false), (1, false), (4, true), (7, true)] as [(UInt32, Bool)])
    func interlacedModesAreNamed(field: UInt32, isInterlaced: Bool) throws {
        let (camera, _) = try started(field)
        #expect(camera.offers.map(\.isInterlaced) == [isInterlaced])
        #expect(camera.modes.map(\.isInterlaced) == [isInterlaced])
    }

    @Test func ofAlternatingFieldsEachBufferSaysWhichItIs() throws {
        let (camera, kernel) = try started(7)
        for (field, lines) in [(3, FrameArrangement.Lines.bottomFieldOnly), (2, .topFieldOnly)] {
            var delivery = FakeDelivery([UInt8](repeating: 9, count: 64 * 48 * 2))
            delivery.field = UInt32(field)
            kernel.deliver(delivery)
            #expect(try camera.nextFrame() != nil)
            #expect(camera.arrangement.lines == lines)
        }
    }
}
