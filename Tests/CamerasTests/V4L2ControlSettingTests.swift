// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Platform
import Testing

@testable import Cameras

@Suite struct V4L2ControlSettingTests {
    @Test func theValueTheCameraMadeOfItComesBack() throws {
        let camera = try manualCamera(FakeVideoKernel([.webcam()]))
        #expect(try camera.setControl(.focusPosition, to: 53) == 55)
        #expect(try camera.setControl(.focusPosition, to: 9999) == 250)
        #expect(try camera.setControl(.brightness, to: .max) == 255)
    }

    @Test func eachCallSetsOneControl() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try manualCamera(kernel)
        let before = kernel.record.count(of: .setControls)
        _ = try camera.setControl(.brightness, to: 1)
        #expect(kernel.record.count(of: .setControls) == before + 1)
    }

    @Test func focusIsRefusedWhileTheCameraFocuses() throws {
        let camera = try V4L2Test.open(FakeVideoKernel([.webcam()]))
        let failure = settingFailure(camera, .focusPosition, 5)
        #expect(failure?.code == .controlRefused)
        #expect(failure?.underlying == Errno.accessDenied.rawValue)
    }

    @Test(arguments: [(Int64(0), Errno.invalidArgument), (9, .outOfRange)])
    func menusRefuseTheirHolesAndWhatIsBeyond(_ value: Int64, _ errno: Errno) throws {
        let camera = try V4L2Test.open(FakeVideoKernel([.webcam()]))
        let failure = settingFailure(camera, .exposureMode, value)
        #expect(failure?.code == .controlRefused)
        #expect(failure?.underlying == errno.rawValue)
    }

    @Test(arguments: [Errno.busy, .inputOutput, .accessDenied])
    func aRefusalKeepsItsErrno(_ errno: Errno) throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        kernel.change { $0.change(.brightness) { $0.failures[.setControls] = [errno] } }
        let failure = settingFailure(camera, .brightness, 1)
        #expect(
            failure == CameraError(.controlRefused, underlying: errno.rawValue, step: "VIDIOC_S_EXT_CTRLS"))
    }

    @Test func anUnplugIsGoneAndNoRefusal() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        kernel.unplug()
        #expect(settingFailure(camera, .brightness, 1)?.code == .gone)
        #expect(camera.readControls().isEmpty)
        #expect(camera.changedControls().isEmpty)
    }

    @Test func writtenValueIsNotReadBack() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        kernel.change { $0.change(.brightness) { $0.failures[.getControls] = [.inputOutput] } }
        #expect(try camera.setControl(.brightness, to: 300) == 255)
    }

    @Test func sixtyFourBitValuesAreWrittenAlsoBeforeListing() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let wide = FakeControl(.gain, "Wide", .integer64, (0, 1 << 40), value: 0)
        kernel.change { $0.controls = [wide] }
        let camera = try V4L2Test.open(kernel)
        #expect(try camera.setControl(.gain, to: 1 << 36) == 1 << 36)
        _ = camera.readControls()
        #expect(try camera.setControl(.gain, to: 1 << 37) == 1 << 37)
    }

    @Test func aChangeFromOutsideIsReportedOnce() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        _ = camera.readControls()
        kernel.setFromOutside(ControlID.brightness.rawValue, to: 7)
        kernel.setFromOutside(ControlID.brightness.rawValue, to: 8)
        let polls = kernel.record.polls
        #expect(camera.changedControls() == [.brightness])
        #expect(
            kernel.record.polls - polls <= 3, "asked once for each event, and once that there is no other")
        #expect(camera.changedControls().isEmpty)
        #expect(camera.readControls()[0].value == 8)
    }

    @Test func switchingAModeTellsOfTheControlsItFreed() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        let before = camera.readControls().first { $0.descriptor.id == .exposureTime }
        #expect(before?.descriptor.flags == .inactive)
        _ = try camera.setControl(.exposureMode, to: 1)
        #expect(camera.changedControls() == [.exposureMode, .exposureTime])
        let after = camera.readControls().first { $0.descriptor.id == .exposureTime }
        #expect(after?.descriptor.flags == [])
    }

    @Test func floodOfEventsDoesNotStarveFrames() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        _ = camera.readControls()
        for value in 0..<(2 * Int64(ControlEvents.limit)) {
            kernel.setFromOutside(ControlID.brightness.rawValue, to: value)
        }
        #expect(camera.changedControls() == [.brightness])
        #expect(kernel.record.successes(of: .dequeueEvent) == ControlEvents.limit)
    }

    @Test func driverWithoutEventsWorks() throws {
        let kernel = FakeVideoKernel([.webcam()])
        kernel.change { $0.failures[.subscribeEvent] = Array(repeating: .unknownRequest, count: 5) }
        let camera = try V4L2Test.open(kernel)
        #expect(camera.readControls().count == 5)
        kernel.setFromOutside(ControlID.brightness.rawValue, to: 7)
        #expect(camera.changedControls().isEmpty)
    }

    /// As uvcvideo, which waits five seconds for an answer.
    @Test func picturesComeWhileTheFirmwareHangs() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        kernel.hang(.setControls)
        let failure = settingFailure(camera, .brightness, 7)
        #expect(failure?.code == .controlRefused && failure?.underlying == ETIMEDOUT && camera.isHanging)
        kernel.deliver(FakeDelivery([UInt8](repeating: 0, count: 1000)))
        #expect(try camera.nextFrame() != nil)
        // Nothing waits behind the call that hangs.
        let begin = MonotonicTime.now
        #expect(camera.value(of: .brightness) == nil && camera.readControl(.brightness) == nil)
        #expect(settingFailure(camera, .gain, 1)?.underlying == ETIMEDOUT)
        #expect(camera.readControlsSoon() == nil)
        #expect(MonotonicTime.now - begin < ControlLane.patience)
        kernel.answer(.setControls)
        wait { !camera.isHanging }
        #expect(camera.value(of: .brightness) == 7)
    }

    @Test func aCameraThatHangsIsClosedWhenItAnswers() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        let before = kernel.record.closed
        kernel.hang(.setControls)
        _ = settingFailure(camera, .brightness, 7)
        camera.close()
        #expect(kernel.record.closed == before)
        kernel.answer(.setControls)
        wait { kernel.record.closed == before + 1 }
    }

    /// Some take seconds for all of their controls.
    @Test func aListThatTakesLongIsThereLater() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        kernel.hang(.queryControl)
        #expect(camera.readControlsSoon() == nil)
        kernel.answer(.queryControl)
        var found: [ControlReading]?
        wait {
            found = found ?? camera.readControlsSoon()
            return found != nil
        }
        #expect(found == camera.readControls())
    }

    @Test func writesAreMoreThanFortyMillisecondsApart() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        _ = try camera.setControl(.focusAutomatic, to: 0)
        #expect(kernel.record.pauses.isEmpty)
        _ = try camera.setControl(.focusPosition, to: 50)
        let pauses = kernel.record.pauses
        #expect(pauses.count == 1 && pauses[0] <= .milliseconds(41) && pauses[0] > .milliseconds(1))
    }

    /// Holds the thread: beside hundreds of tests the main actor's turn may not come for a minute.
    private func wait(until isTrue: () -> Bool) {
        let end = MonotonicTime.now + .seconds(60)
        while !isTrue(), MonotonicTime.now < end { usleep(1000) }
        #expect(isTrue())
    }

    private func manualCamera(_ kernel: FakeVideoKernel) throws -> V4L2Camera {
        let camera = try V4L2Test.open(kernel)
        _ = try camera.setControl(.focusAutomatic, to: 0)
        _ = try camera.setControl(.exposureMode, to: 1)
        return camera
    }

    private func settingFailure(_ camera: V4L2Camera, _ control: ControlID, _ value: Int64) -> CameraError? {
        V4L2Test.failure { () throws(CameraError) in _ = try camera.setControl(control, to: value) }
    }
}
