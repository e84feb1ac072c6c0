// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@testable import Permissions

/// Clicks, through the whole service.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FocusTests {
    private struct Provider: CameraProviding {
        let script: LensScript
        let camera = CameraInfo(
            id: CameraID(rawValue: "lens"), name: "Lens", node: "/dev/video8", position: .external)

        func scan(grant: CameraGrant?) -> [CameraInfo] { [camera] }
        func open(_ camera: CameraInfo, grant: CameraGrant?) throws(CameraError) -> any CameraDevice {
            try LensCamera(camera, script)
        }
    }

    private static func started(_ configure: (inout LensScript.Contents) -> Void = { _ in }) async throws
        -> Clicker
    {
        let clock = TurnedClock()
        let script = LensScript(clock, configure)
        let service = CaptureService(
            provider: Provider(script: script), preferred: nil, clock: { clock.now })
        let grant = try await MainActor.run {
            let manager = CameraPermissionManager(settings: nil)
            manager.record(isAllowed: true)
            return try #require(manager.currentGrant())
        }
        service.allow(grant)
        for await snapshot in service.snapshots() {
            if case .streaming = snapshot.state { break }
        }
        return Clicker(script: script, service: service)
    }

    /// The person, and what they see.
    private struct Clicker {
        let script: LensScript
        let service: CaptureService
        static let left = PointOfInterest(x: 0.25, y: 0.5)
        static let right = PointOfInterest(x: 0.75, y: 0.5)

        func click(_ point: PointOfInterest, number: Int = 1, isHeld: Bool = false) {
            service.focus(FocusRequest(point, isHeld: isHeld, number: number))
        }

        /// The present report.
        private var report: FocusReport? {
            get async {
                for await report in service.focusReports() { return report }
                return nil
            }
        }

        /// The first report about a click that is no hunting.
        func outcome(of number: Int = 1) async throws -> FocusReport? {
            try await turn("an outcome") { report in
                guard let report, report.number == number else { return false }
                if case .hunting = report.indicator { return false }
                return true
            }
            return await report
        }

        func nothingIsShown() async throws {
            try await turn("nothing is shown") { $0?.indicator == FocusIndicator.none }
        }

        private func turn(_ what: String, until isTrue: (FocusReport?) -> Bool) async throws {
            // The click itself is queued.
            await service.settle()
            try await service.turn(script.clock, what) { isTrue(await report) }
        }

        func settle(until isTrue: (LensScript.Contents) -> Bool) async throws {
            try await service.turn(script.clock, "the camera has it") { isTrue(script.now) }
        }

        /// As long as the camera takes for this many of its 60 frames a second.
        func see(frames count: Int) async throws {
            let end = script.now.frames + count
            try await settle { $0.frames >= end }
        }
    }

    @Test func eachHalfIsFocusedWhereItIsClicked() async throws {
        let person = try await Self.started()
        person.click(Clicker.left, number: 1)
        guard case .locked(Clicker.left, let near?, false)? = try await person.outcome(of: 1)?.indicator
        else {
            Issue.record("no lock")
            return
        }
        #expect(abs(near - 60) <= 5)
        person.click(Clicker.right, number: 2)
        guard case .locked(Clicker.right, let far?, false)? = try await person.outcome(of: 2)?.indicator
        else {
            Issue.record("no lock")
            return
        }
        #expect(abs(far - 190) <= 5)
        #expect(abs(person.script.now.lens - 190) <= 5)
    }

    @Test func aBlankHalfFailsAndTheCameraFocusesByItselfAgain() async throws {
        let person = try await Self.started { $0.left = nil }
        person.click(Clicker.left)
        let report = try await person.outcome()
        #expect(report?.indicator == .failed(Clicker.left, .noContrast))
        #expect(person.script.now.values[.focusAutomatic] == 1)
    }

    @Test func aNewClickCancelsTheOldSearch() async throws {
        let person = try await Self.started()
        person.click(Clicker.left, number: 1)
        try await person.settle { $0.writes.count > 4 }
        person.click(Clicker.right, number: 2)
        let report = try await person.outcome(of: 2)
        guard case .locked(Clicker.right, let position?, _)? = report?.indicator else {
            Issue.record("no lock of the second click: \(String(describing: report))")
            return
        }
        #expect(abs(position - 190) <= 5)
    }

    @Test func withoutAMotorTheClickExposesAndClaimsNoFocus() async throws {
        let person = try await Self.started {
            ($0.hasLens, $0.left, $0.right) = (false, 125, 125)
        }
        // The left half is darker than the camera's own exposure takes into account.
        person.script.change { $0.isSwapped = true }
        person.click(Clicker.left)
        #expect(try await person.outcome()?.indicator == .fixed(Clicker.left, isHeld: false))
        try await person.settle { ($0.values[.exposureTime] ?? 0) > 200 }
        #expect(person.script.now.values[.exposureMode] == 1)
    }

    @Test func oneShotIsUsedAndChecked() async throws {
        let person = try await Self.started { $0.hasOneShot = true }
        person.click(Clicker.right)
        #expect(try await person.outcome()?.indicator == .locked(Clicker.right, position: nil, isHeld: false))
        #expect(person.script.now.writes.contains(ControlWrite(.focusStart, 1)))
        #expect(!person.script.now.writes.contains { $0.control == .focusPosition })
    }

    @Test func cancellingGivesEverythingBack() async throws {
        let person = try await Self.started { $0.isSwapped = true }
        person.click(Clicker.left)
        _ = try await person.outcome()
        try await person.settle { $0.values[.exposureMode] == 1 }
        person.service.cancelFocus()
        try await person.nothingIsShown()
        #expect(person.script.now.values[.focusAutomatic] == 1)
        #expect(person.script.now.values[.exposureMode] == 3)
    }

    /// So dark that the point needs more gain than the camera's own exposure, which leaves the gain alone.
    @Test func theGainOfAPointInDimLightGoesWithIt() async throws {
        let person = try await Self.started { $0.light = 0.1 }
        person.click(Clicker.left)
        _ = try await person.outcome()
        try await person.settle { ($0.values[.gain] ?? 0) > 0 }
        person.service.cancelFocus()
        try await person.nothingIsShown()
        #expect(person.script.now.values[.gain] == 0)
        #expect(person.script.now.values[.exposureMode] == 3)
    }

    @Test func aPointThatFailsChangesNoExposure() async throws {
        let person = try await Self.started { ($0.light, $0.left) = (0.1, nil) }
        person.click(Clicker.left)
        #expect(try await person.outcome()?.indicator == .failed(Clicker.left, .noContrast))
        let values = person.script.now.values
        #expect(values[.gain] == 0)
        #expect(values[.exposureMode] == 3)
    }

    @Test func anotherSceneReturnsToContinuousFocus() async throws {
        let person = try await Self.started()
        person.click(Clicker.left)
        _ = try await person.outcome()
        try await person.see(frames: 30)
        person.script.change { $0.isSwapped = true }
        try await person.nothingIsShown()
        #expect(person.script.now.values[.focusAutomatic] == 1)
    }

    @Test func aHeldPointKeepsFocusAndExposure() async throws {
        let person = try await Self.started()
        person.click(Clicker.left, isHeld: true)
        guard case .locked(_, _, true)? = try await person.outcome()?.indicator else {
            Issue.record("no lock")
            return
        }
        try await person.settle { $0.values[.exposureMode] == 1 }
        try await person.see(frames: 102)
        let before = person.script.now.values
        person.script.change { ($0.isSwapped, $0.light) = (true, 2.5) }
        try await person.see(frames: 108)
        #expect(person.script.now.values == before)
    }

    @Test func manualExposureIsKept() async throws {
        let person = try await Self.started { $0.isSwapped = true }
        let shutter = try #require(Dial.all(from: person.script.now.readings).first { $0.kind == .shutter })
        person.service.request(.manual(shutter, 80))
        try await person.settle { $0.values[.exposureTime] == 80 }
        person.click(Clicker.left)
        let report = try await person.outcome()
        #expect(report?.exposureRange == nil)
        try await person.see(frames: 30)
        #expect(person.script.now.values[.exposureTime] == 80)
    }

    @Test func exposureSliderBrightensThePicture() async throws {
        let person = try await Self.started()
        person.click(Clicker.left)
        #expect(try await person.outcome()?.exposureRange == -2.0...2.0)
        person.service.compensateExposure(1)
        try await person.settle { (160...250).contains($0.values[.exposureTime] ?? 0) }
    }

    @Test func exposureSliderWorksWithoutAClick() async throws {
        let person = try await Self.started()
        person.service.compensateExposure(-1)
        try await person.settle { $0.values[.exposureTime] == 50 }
        person.service.resetToAutomatic()
        try await person.settle { $0.values[.exposureMode] == 3 }
    }

    @Test func closingTheCameraLeavesItAutomatic() async throws {
        let person = try await Self.started()
        person.click(Clicker.left, isHeld: true)
        _ = try await person.outcome()
        person.service.stop()
        try await person.nothingIsShown()
        await person.service.settle()
        #expect(person.script.now.values[.focusAutomatic] == 1)
        #expect(person.script.now.values[.exposureMode] == 3)
    }
}
