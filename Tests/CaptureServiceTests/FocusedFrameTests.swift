// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

/// Photos without a window that are focused first.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FocusedFrameTests {
    private let camera = CameraInfo(
        id: CameraID(rawValue: "lens"), name: "Lens", node: "/dev/video8", position: .external)
    private let clock = TurnedClock()

    @Test(arguments: [(0.25, 60.0), (0.75, 190.0)])
    func thePointIsSharpAndTheCameraHasItsFocusBack(x: Double, best: Double) throws {
        let script = LensScript(clock)
        let point = PointOfInterest(x: x, y: 0.5)
        let focused = try FocusedFrame.take(
            from: try LensCamera(camera, script), focusedOn: point, by: clock.frameWait)
        guard case .locked(point, let position?, _) = focused.indicator else {
            Issue.record("no lock: \(focused.indicator)")
            return
        }
        #expect(abs(Double(position) - best) <= 5)
        #expect(focused.measured.pointOfInterest == PixelPoint(x: Int(x * 640), y: 240))
        #expect(script.now.values[.focusAutomatic] == 1)
        #expect(script.now.values[.exposureMode] == 3)
    }

    @Test func photoIsTakenAlsoWhereFocusFails() throws {
        let script = LensScript(clock) { $0.left = nil }
        let point = PointOfInterest(x: 0.25, y: 0.5)
        let focused = try FocusedFrame.take(
            from: try LensCamera(camera, script), focusedOn: point, by: clock.frameWait)
        #expect(focused.indicator == .failed(point, .noContrast))
        #expect(focused.measured.pointOfInterest == nil)
        #expect(script.now.values[.focusAutomatic] == 1)
    }

    @Test func withoutAWholeFrameTheFocusFailsAndThePhotoIsTaken() throws {
        let script = LensScript(clock) { $0.isTorn = true }
        let focused = try FocusedFrame.take(
            from: try LensCamera(camera, script), focusedOn: .center, by: clock.frameWait)
        #expect(focused.indicator == .failed(.center, .timedOut))
        #expect(focused.frame.isDamaged)
        #expect(script.now.values[.focusAutomatic] == 1)
    }

    @Test func recordingIsAskedToContinueAlsoWithoutWholeFrames() throws {
        let script = LensScript(clock) { $0.isTorn = true }
        var asked = 0
        try FrameStream.run(from: try LensCamera(camera, script), by: clock.frameWait) {
            #expect($0.isDamaged)
        } each: { frame in
            #expect(frame == nil)
            asked += 1
            return asked < 3
        }
        #expect(asked == 3)
    }

    @Test func withoutAMotorTheFocusIsFixed() throws {
        let script = LensScript(clock) { ($0.hasLens, $0.left, $0.right) = (false, 125, 125) }
        let focused = try FocusedFrame.take(
            from: try LensCamera(camera, script), focusedOn: .center, by: clock.frameWait)
        #expect(focused.indicator == .fixed(.center, isHeld: false))
        #expect(script.now.values[.exposureMode] == 3)
    }
}
