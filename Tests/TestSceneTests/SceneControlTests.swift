// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import Glibc
import Testing

@testable import TestScene

@Suite struct SceneControlTests {
    private func refusal(_ id: ControlID, _ value: Int64, on scene: ScriptedCamera) -> Int32? {
        do throws(CameraError) {
            _ = try scene.camera.setControl(id, to: value)
            return nil
        } catch {
            return error.code == .controlRefused ? error.underlying : -1
        }
    }

    @Test func valuesRoundToTheStepAndClampToTheRange() throws {
        let scene = try ScriptedCamera()
        _ = try scene.camera.setControl(.focusAutomatic, to: 0)
        #expect(try scene.camera.setControl(.focusPosition, to: 53) == 55)
        #expect(try scene.camera.setControl(.focusPosition, to: 52) == 50)
        #expect(try scene.camera.setControl(.focusPosition, to: 9999) == 250)
        #expect(try scene.camera.setControl(.focusPosition, to: -9999) == 0)
        #expect(try scene.camera.setControl(.zoom, to: 401) == 400)
        #expect(try scene.camera.setControl(.focusAutomatic, to: 7) == 1)
    }

    @Test(arguments: [
        (ControlID.exposureMode, Int64(1), ControlID.exposureTime), (.exposureMode, 1, .gain),
        (.whiteBalanceAutomatic, 0, .whiteBalanceTemperature), (.focusAutomatic, 0, .focusPosition),
    ])
    func automaticControlsCannotBeWritten(mode: ControlID, manual: Int64, governed: ControlID) throws {
        let scene = try ScriptedCamera()
        #expect(scene.isInactive(governed))
        #expect(refusal(governed, 100, on: scene) == EACCES)
        _ = scene.camera.changedControls()
        #expect(try scene.camera.setControl(mode, to: manual) == manual)
        #expect(!scene.isInactive(governed))
        #expect(scene.camera.changedControls().contains(governed))
        #expect(refusal(governed, 100, on: scene) == nil)
    }

    @Test func compensationIsForAutomaticExposureOnly() throws {
        let scene = try ScriptedCamera()
        #expect(refusal(.exposureCompensation, 500, on: scene) == nil)
        _ = try scene.camera.setControl(.exposureMode, to: 1)
        #expect(refusal(.exposureCompensation, 500, on: scene) == EACCES)
    }

    @Test func menusHaveHolesAndEnds() throws {
        let scene = try ScriptedCamera()
        #expect(refusal(.exposureMode, 2, on: scene) == EINVAL)
        #expect(refusal(.exposureMode, 4, on: scene) == ERANGE)
        #expect(refusal(.exposureMode, -1, on: scene) == ERANGE)
        #expect(scene.value(.exposureMode) == 3)
    }

    @Test func aControlThatIsNotThereIsRefused() throws {
        #expect(refusal(.privacy, 1, on: try ScriptedCamera()) == EINVAL)
    }

    @Test func everyControlStartsAtItsDefaultInsideItsRange() throws {
        for reading in try ScriptedCamera().camera.readControls() {
            #expect(reading.value == reading.descriptor.defaultValue)
            if case .integer(let range, let step) = reading.descriptor.kind {
                #expect(range.contains(reading.descriptor.defaultValue))
                #expect((reading.descriptor.defaultValue - range.lowerBound) % step == 0)
            }
        }
    }

    @Test func automaticModesMoveTheirControlsAndSaySo() throws {
        let scene = try ScriptedCamera()
        _ = try scene.camera.start()
        _ = try scene.camera.setControl(.whiteBalanceAutomatic, to: 0)
        _ = try scene.camera.setControl(.whiteBalanceTemperature, to: 3000)
        _ = try scene.camera.setControl(.focusAutomatic, to: 0)
        _ = try scene.camera.setControl(.focusPosition, to: 250)
        _ = try scene.frame(after: 30)
        _ = try scene.camera.setControl(.whiteBalanceAutomatic, to: 1)
        _ = try scene.camera.setControl(.focusAutomatic, to: 1)
        _ = scene.camera.changedControls()
        _ = try scene.frame()
        #expect(scene.camera.changedControls() == [.whiteBalanceTemperature, .focusPosition])
        for _ in 0..<30 { _ = try scene.frame(after: 2) }
        #expect(scene.value(.whiteBalanceTemperature) == Illuminant.sceneKelvin)
        #expect(scene.value(.focusPosition) == 60)
        _ = scene.camera.changedControls()
        _ = try scene.frame()
        #expect(scene.camera.changedControls().isEmpty)
    }

    @Test func manualValuesStayWhereAutomaticLeftThem() throws {
        let scene = try ScriptedCamera()
        _ = try scene.camera.start()
        _ = try scene.camera.setControl(.exposureCompensation, to: -1000)
        for _ in 0..<20 { _ = try scene.frame() }
        let automatic = scene.value(.exposureTime)
        #expect(automatic != 156)
        _ = try scene.camera.setControl(.exposureMode, to: 1)
        for _ in 0..<5 { _ = try scene.frame() }
        #expect(scene.value(.exposureTime) == automatic)
    }
}
