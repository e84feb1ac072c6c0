// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Platform
import Testing

@testable import TintypeUI

extension OneAtATime {
    @MainActor @Suite struct ProSettingsTests {
        private let capture = FakeCapture()
        private let stored: Settings
        private let session = SessionModel(consent: FakeConsent(), mode: .professional)
        private let updates = UpdateCoalescer()
        private let seen = Seen()

        @MainActor
        private final class Seen {
            var controls: [[ControlReading]] = []
            var presets: [String] = []
            var messages: [String] = []
            var focusTurns = 0
        }

        init() throws { stored = try #require(TestSettings.ours()) }

        private var preferences: Preferences { Preferences(settings: stored) }
        private var controlRequests: [FakeCapture.Request] {
            capture.requests.filter { if case .control = $0 { true } else { false } }
        }

        private func settings() async throws -> ProSettings {
            let settings = ProSettings(capture, preferences, session, updates)
            settings.onControls = { [seen] in seen.controls.append($0) }
            settings.onPresets = { [seen] in seen.presets = $0 }
            settings.onMessage = { [seen] in seen.messages.append($0) }
            settings.onFocusTurned = { [seen] in seen.focusTurns += 1 }
            settings.modeChanged()
            // From now on it reads the camera's reports.
            try await until("it reads") { capture.readerCount == 2 }
            return settings
        }

        private let readings = [
            reading(.gain, 0...100, value: 10, standard: 10), reading(.focusPosition, 0...250, value: 0),
            reading(.brightness, 0...255, value: 128, standard: 128, name: "Brightness"),
        ]

        private func dial(_ kind: Dial.Kind) throws -> Dial {
            try #require(Dial.all(from: readings).first { $0.kind == kind })
        }

        /// The camera is open for the nth time.
        private func open(_ settings: ProSettings, _ opening: Int = 1, _ camera: CameraInfo = webcam) {
            var snapshot = streaming(camera)
            snapshot.opening = opening
            session.update(snapshot)
            settings.sessionChanged()
        }

        private func report(_ opening: Int = 1) async throws {
            let count = seen.controls.count
            capture.report(ControlReport(opening: opening, readings: readings))
            try await until("it is shown") { seen.controls.count > count }
        }

        private func set(_ values: [ControlID: Int64], on camera: CameraInfo = webcam) {
            var all = ProValues()
            all[camera.id] = values
            Preferences(settings: stored).proValues = all
        }

        // MARK: Restoring

        @Test func manualValuesAreRestoredOncePerOpening() async throws {
            set([.gain: 50])
            let settings = try await settings()
            open(settings)
            try await report()
            let restored = FakeCapture.Request.control(.manual(try dial(.gain), 50))
            #expect(controlRequests == [restored])
            try await report()
            #expect(controlRequests == [restored])
            open(settings, 2)
            try await report(2)
            #expect(controlRequests == [restored, restored])
        }

        @Test func valueBeyondTheRangeIsClamped() async throws {
            set([.gain: 5000, .exposureTime: 100])
            let settings = try await settings()
            open(settings)
            try await report()
            #expect(controlRequests == [.control(.manual(try dial(.gain), 100))])
        }

        @Test func valuesAreRestoredAtAnotherPort() async throws {
            func plugged(_ port: Int) -> CameraInfo {
                CameraInfo(
                    id: CameraID(rawValue: "usb:046d:082d:A1B2C3:0000:00:14.0-\(port):1.0"), name: "",
                    node: "/dev/video0", position: .external, portable: "046d:082d:A1B2C3:1.0")
            }
            set([.gain: 50], on: plugged(1))
            let settings = try await settings()
            open(settings, 1, plugged(2))
            try await report()
            #expect(controlRequests == [.control(.manual(try dial(.gain), 50))])
            #expect(preferences.proValues[plugged(2).id] == [.gain: 50])
        }

        @Test func anotherCamerasValuesAreNotThisOnes() async throws {
            set([.gain: 50], on: CameraInfo(id: .testScene, name: "", node: "", position: .simulated))
            let settings = try await settings()
            open(settings)
            try await report()
            #expect(controlRequests.isEmpty)
        }

        @Test func autoSetsNoControls() async throws {
            set([.gain: 50])
            let settings = try await settings()
            session.update(.automatic)
            settings.modeChanged()
            open(settings)
            try await report()
            #expect(controlRequests.isEmpty && capture.requests.last == .watchControls(false))
            session.update(.professional)
            settings.modeChanged()
            try await report()
            #expect(controlRequests.count == 1)
        }

        /// Reports and states arrive in any order.
        @Test func aReportOfTheCameraBeforeIsNeitherShownNorAnswered() async throws {
            set([.gain: 50])
            let settings = try await settings()
            open(settings, 2)
            try await report(1)
            #expect(controlRequests.isEmpty && seen.controls.last == [])
            open(settings, 1)
            #expect(controlRequests.count == 1 && seen.controls.last == readings)
        }

        @Test func noPictureHasNoControls() async throws {
            let settings = try await settings()
            open(settings)
            try await report()
            session.update(SessionSnapshot(state: .disconnected(webcam), cameras: [], opening: 1))
            settings.sessionChanged()
            #expect(seen.controls.last == [])
        }

        // MARK: Storing

        @Test func dialIsStoredOnceTheHandRests() async throws {
            let settings = try await settings()
            open(settings)
            for value in Int64(1)...50 { settings.request(.manual(try dial(.gain), value)) }
            #expect(controlRequests.count == 50 && preferences.proValues[webcam.id].isEmpty)
            try await until("it is stored") { preferences.proValues[webcam.id] == [.gain: 50] }
        }

        @Test func quittingEndsAPressOfTheShutter() async throws {
            let settings = try await settings()
            open(settings)
            settings.request(.manual(try dial(.gain), 7))
            settings.store()
            #expect(preferences.proValues[webcam.id] == [.gain: 7])
            // Nothing new, nothing stored: another window may have.
            set([.gain: 9])
            settings.store()
            #expect(preferences.proValues[webcam.id] == [.gain: 9])
        }

        @Test func releasedDialIsForgotten() async throws {
            set([.gain: 50])
            let settings = try await settings()
            open(settings)
            settings.request(.automatic(try dial(.gain)))
            settings.store()
            #expect(preferences.proValues[webcam.id].isEmpty)
        }

        @Test func onlyTheFocusTurnedByHandOpensTheLoupe() async throws {
            let settings = try await settings()
            open(settings)
            settings.request(.manual(try dial(.gain), 7))
            settings.request(.automatic(try dial(.focus)))
            #expect(seen.focusTurns == 0)
            settings.request(.manual(try dial(.focus), 7))
            #expect(seen.focusTurns == 1)
        }

        // MARK: Refusals

        private func refuse(_ names: String...) {
            capture.refuse(
                names.map { ControlRefusal(control: .gain, name: $0, error: CameraError(.controlRefused)) })
        }

        @Test func refusalWithoutADialIsReported() async throws {
            let settings = try await settings()
            refuse("Gain", "", "Hue")
            try await until("it is said") { !seen.messages.isEmpty }
            #expect(seen.messages == ["The camera kept its own value for Gain, Hue"])
            withExtendedLifetime(settings) {}
        }

        @Test func refusalsShownByADialAreNotRepeated() async throws {
            let settings = try await settings()
            var shown = 0
            settings.onRefusal = { _ in
                shown += 1
                return true
            }
            refuse("Gain")
            try await until("it is shown") { shown == 1 }
            #expect(seen.messages.isEmpty)
            // The dials are hidden.
            session.update(.automatic)
            refuse("Gain")
            try await until("it is said") { seen.messages.count == 1 }
        }

        @Test func unnamedRefusalIsNotReported() async throws {
            let settings = try await settings()
            var shown = 0
            settings.onRefusal = { _ in
                shown += 1
                return false
            }
            refuse("")
            try await until("it came") { shown == 1 }
            #expect(seen.messages.isEmpty)
        }

        // MARK: Presets

        @Test func aPresetSetsWhatItHasAndGivesBackTheRest() async throws {
            let settings = try await settings()
            open(settings)
            try await report()
            settings.request(.manual(try dial(.gain), 80))
            settings.savePreset("Bright")
            #expect(seen.presets == ["Bright"])
            settings.request(.automatic(try dial(.gain)))
            settings.request(.manual(try dial(.focus), 9))
            let before = controlRequests.count
            settings.applyPreset("Bright")
            let applied = controlRequests.dropFirst(before)
            #expect(applied.contains(.control(.manual(try dial(.gain), 80))))
            #expect(
                applied.contains { request in
                    if case .control(.automatic(let dial)) = request { dial.kind == .focus } else { false }
                })
            // It counts as set by hand.
            settings.store()
            #expect(preferences.proValues[webcam.id] == [.gain: 80])
        }

        @Test func presetsAreOfTheirCameraAndSortedByName() async throws {
            let other = CameraInfo(
                id: CameraID(rawValue: "usb-2"), name: "Other", node: "", position: .external)
            let settings = try await settings()
            open(settings)
            for name in ["Night", "Day", "Night"] { settings.savePreset(name) }
            #expect(seen.presets == ["Day", "Night"])
            open(settings, 2, other)
            #expect(seen.presets.isEmpty)
            let before = controlRequests.count
            settings.applyPreset("Day")
            #expect(controlRequests.count == before)
            open(settings, 3)
            settings.deletePreset("Night")
            #expect(seen.presets == ["Day"])
        }

        @Test func noCameraMeansNothingToSave() async throws {
            let settings = try await settings()
            session.update(SessionSnapshot(state: .noCamera, cameras: []))
            settings.savePreset("Day")
            #expect(preferences.presets == ProPresets())
        }
    }
}
