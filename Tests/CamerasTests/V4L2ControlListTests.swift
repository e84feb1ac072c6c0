// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Platform
import Testing

@testable import Cameras

@Suite struct V4L2ControlListTests {
    @Test func everyControlIsListedWithItsValue() throws {
        let readings = try readings { _ in }
        #expect(
            readings.map(\.descriptor.id) == [
                .brightness, .exposureMode, .exposureTime, .focusPosition, .focusAutomatic,
            ])
        #expect(readings.map(\.value) == [128, 3, 250, 0, 1])
        #expect(readings[0].descriptor.name == "Brightness")
        #expect(readings[3].descriptor.kind == .integer(range: 0...250, step: 5))
        #expect(readings[2].descriptor.flags == .inactive)
    }

    @Test func aMenuHasJustTheEntriesThereAre() throws {
        let mode = try #require(try readings { _ in }.first { $0.descriptor.id == .exposureMode })
        #expect(
            mode.descriptor.kind
                == .menu([
                    .init(value: 1, name: "Manual Mode"), .init(value: 3, name: "Aperture Priority Mode"),
                ]))
    }

    @Test func aMenuOfNumbersIsNamedByThem() throws {
        var menu = FakeControl(.exposureCompensation, "Bias", .integerMenu, (0, 2), value: 1)
        menu.menu = [0: "-1000", 1: "0", 2: "1000"]
        let bias = try #require(try readings { $0.controls = [menu] }.first)
        guard case .menu(let entries) = bias.descriptor.kind else { throw Unexpected() }
        #expect(entries.map(\.name) == ["-1000", "0", "1000"])
    }

    @Test(arguments: [Errno.inputOutput, .brokenPipe, .timedOut, Errno(rawValue: 84)])
    func aControlThatFailsForGoodIsLeftOutAndTheRestStays(_ errno: Errno) throws {
        for broken in FakeControl.webcam.map(\.id) {
            let ids = try readings { camera in
                camera.change(broken) { $0.failures[.queryControl] = Array(repeating: errno, count: 100) }
            }.map(\.descriptor.id)
            #expect(ids == FakeControl.webcam.map(\.id).filter { $0 != broken }.sorted())
        }
    }

    @Test func aControlThatFailsOnceIsAskedAgain() throws {
        let readings = try readings { camera in
            camera.change(.brightness) { $0.failures[.queryControl] = [.inputOutput, .timedOut] }
            camera.change(.focusPosition) { $0.failures[.getControls] = [.inputOutput, .brokenPipe] }
            camera.change(.exposureMode) { $0.failures[.queryMenu] = [.inputOutput] }
        }
        #expect(readings.map(\.value) == [128, 3, 250, 0, 1])
        guard case .menu(let entries) = readings[1].descriptor.kind else { throw Unexpected() }
        #expect(entries.count == 2)
    }

    @Test func aVendorsControlAfterABrokenOneIsStillFound() throws {
        let vendor = ControlID(rawValue: 0x009e_0901)
        let ids = try readings { camera in
            camera.controls.append(FakeControl(vendor, "Vendor", .integer, (0, 9), value: 1))
            camera.change(.focusAutomatic) {
                $0.failures[.queryControl] = Array(repeating: .inputOutput, count: 100)
            }
        }.map(\.descriptor.id)
        #expect(ids.last == vendor)
        #expect(!ids.contains(.focusAutomatic))
    }

    @Test func aValueThatCannotBeReadIsNil() throws {
        let readings = try readings { camera in
            camera.change(.brightness) {
                $0.failures[.getControls] = Array(repeating: .inputOutput, count: 100)
            }
            camera.change(.exposureTime) { $0.flags = FakeControl.writeOnly }
        }
        #expect(readings.map(\.value) == [nil, 3, nil, 0, 1])
    }

    @Test func nonSettingsAreLeftOut() throws {
        let controls: [FakeControl] = [
            FakeControl(ControlID(rawValue: 0x0098_0001), "User Controls", .heading, (0, 0), value: 0),
            FakeControl(.gain, "Text", .string, (0, 31), value: 0),
            FakeControl(.zoom, "Rectangle", .rectangle, (0, 0), value: 0),
            FakeControl(.contrast, "One value", .integer, (5, 5), value: 5),
            FakeControl(.sharpness, "Absurd", .integer64, (.min, .max), value: 0),
            FakeControl(.powerLineFrequency, "Empty menu", .menu, (0, 3), value: 0),
            FakeControl(.privacy, "Off", .boolean, (0, 1), value: 0),
        ]
        let readings = try readings { camera in
            camera.controls = controls
            camera.change(.privacy) { $0.flags = FakeControl.disabled }
        }
        #expect(readings.isEmpty)
    }

    @Test func reversedAndSteplessRangesArePutRight() throws {
        let controls: [FakeControl] = [
            FakeControl(.gain, "Reversed", .integer, (255, 0), value: 999),
            FakeControl(.zoom, "Stepless", .integer, (0, 10), step: 0, value: 3),
            FakeControl(.contrast, "Wide step", .integer, (0, 10), step: .max, value: 3),
        ]
        let readings = try readings { $0.controls = controls }
        let kinds = Dictionary(uniqueKeysWithValues: readings.map { ($0.descriptor.id, $0.descriptor) })
        #expect(kinds[.gain]?.kind == .integer(range: 0...255, step: 1))
        #expect(kinds[.gain]?.defaultValue == 255)
        #expect(kinds[.zoom]?.kind == .integer(range: 0...10, step: 1))
        #expect(kinds[.contrast]?.kind == .integer(range: 0...10, step: 1))
    }

    @Test func aNameWithoutEndIsCutAtItsField() throws {
        let name = String(repeating: "n", count: 40)
        let control = FakeControl(.gain, name, .integer, (0, 1), value: 0)
        #expect(try readings { $0.controls = [control] }.first?.descriptor.name.count == 32)
    }

    @Test func menuLongerThan256IsCut() throws {
        var menu = FakeControl(.exposureMode, "Menu", .menu, (-5, .max), value: 0)
        menu.menu = [0: "a", 1_000_000: "far"]
        let reading = try #require(try readings { $0.controls = [menu] }.first)
        #expect(reading.descriptor.kind == .menu([.init(value: 0, name: "a")]))
    }

    @Test func endlessControlListIsCut() throws {
        #expect(try readings { $0.listsNeverEnd = true }.count == 5)
    }

    @Test func sixtyFourBitValuesAreRead() throws {
        let wide = FakeControl(.gain, "Wide", .integer64, (0, 1 << 40), value: 1 << 36)
        #expect(try readings { $0.controls = [wide] }.first?.value == 1 << 36)
    }

    @Test func controlsAreNotReadBeforeTheyAreRequested() throws {
        let kernel = FakeVideoKernel([.webcam()])
        let camera = try V4L2Test.open(kernel)
        _ = try camera.start()
        #expect(kernel.record.count(of: .queryControl) == 0)
        #expect(camera.changedControls().isEmpty)
        #expect(camera.readControls().count == 5)
    }

    private struct Unexpected: Error {}

    private func readings(_ change: (inout FakeCamera) -> Void) throws -> [ControlReading] {
        let kernel = FakeVideoKernel([.webcam()])
        kernel.change { change(&$0) }
        let camera = try V4L2Test.open(kernel)
        defer { camera.close() }
        return camera.readControls()
    }
}

extension FakeCamera {
    mutating func change(_ control: ControlID, _ edit: (inout FakeControl) -> Void) {
        guard let index = controls.firstIndex(where: { $0.id == control }) else { return }
        edit(&controls[index])
    }
}

extension [ControlID] {
    fileprivate func sorted() -> [ControlID] { sorted { $0.rawValue < $1.rawValue } }
}
