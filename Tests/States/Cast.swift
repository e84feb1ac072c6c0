// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import CaptureTesting
internal import Codes
internal import Diagnosis
internal import InterfaceTesting
internal import Platform
internal import TintypeUI

/// Everything around one window, in memory: a camera that streams, a library that takes every photo, a person who has
/// allowed all. A state changes what is otherwise in it before the window opens.
final class Cast {
    nonisolated static let webcam = CameraInfo(
        id: CameraID(rawValue: "usb-1"), name: "Acme HD Webcam", node: "/dev/video0", position: .external)
    nonisolated static let other = CameraInfo(
        id: CameraID(rawValue: "usb-2"), name: "Acme Document Camera", node: "/dev/video1",
        position: .external)

    static var testScene: CameraInfo {
        CameraInfo(id: .testScene, name: tr("Test Scene"), node: "", position: .simulated)
    }

    let capture = FakeCapture()
    let photos = FakePhotos()
    let recorder = FakeRecorder()
    let roll: FakeRoll
    let codes = FakeCodes()
    let settings: Settings?
    let view: FakeView
    var consent = FakeConsent()
    var microphone = FakeMicrophoneConsent()
    var library = FakeLibraryConsent()
    var screenshots = FakeScreenshotConsent()
    var findings: [Finding] = []
    var asksForCamera = true
    /// The session's state as the window opens.
    var snapshot: SessionSnapshot

    /// - Parameter settings: nil if the schema is not installed.
    init(_ settings: Settings?, _ view: FakeView) {
        (self.settings, self.view) = (settings, view)
        roll = FakeRoll(paint: { view.photo(fitting: $0) })
        snapshot = Self.streaming(view)
        capture.script { $0.picture = { view.picture(of: $0) } }
        capture.report(ControlReport(opening: 1, readings: Self.controls))
        // Nothing may be heard where tests run.
        settings?.set("shutter-sound", false)
        settings?.set("heic-hint-shown", true)
    }

    var environment: AppEnvironment {
        capture.tell(snapshot)
        return AppEnvironment(
            capture: capture, photos: photos, recording: recorder, roll: roll, judge: NoJudge(),
            consent: consent, microphone: microphone, library: library, screenshots: screenshots,
            presence: FakePresence(), codes: codes, diagnosis: FakeDiagnosis(findings), settings: settings,
            testScene: Self.testScene, version: "1", asksForCamera: asksForCamera, startCamera: {})
    }

    /// A camera that streams, with others beside it.
    static func streaming(
        _ view: FakeView, _ camera: CameraInfo = webcam, cameras: [CameraInfo] = [webcam]
    ) -> SessionSnapshot {
        let modes = [
            CaptureMode(format: .yuyv, size: PixelSize(width: 1280, height: 720), rate: FrameRate(60)),
            CaptureMode(format: .yuyv, size: PixelSize(width: 1920, height: 1080), rate: FrameRate(30)),
        ]
        return SessionSnapshot(
            state: .streaming(
                camera, StreamDescription(layout: view.layout, rate: FrameRate(60)), restarts: 0),
            cameras: cameras, isSettled: true, modes: modes, opening: 1)
    }

    /// A camera whose session is in this state, without a picture.
    func wait(in state: SessionState, cameras: [CameraInfo] = [webcam]) {
        snapshot = SessionSnapshot(state: state, cameras: cameras)
    }

    /// The person may not use the camera.
    func refuse(_ access: CameraAccess) {
        consent = FakeConsent(access)
        wait(in: .off)
    }

    /// Photos go nowhere.
    func failToSave(_ code: SaveError.Code, access: LibraryAccess = .authorized) {
        library = FakeLibraryConsent(access)
        photos.script { $0.library = SaveError(code, path: "/home/ann/Pictures/Camera/IMG_1.heic") }
    }

    /// The folder has photos of these names.
    func list(_ names: [String], fault: PhotoFault? = nil) {
        let entries = names.enumerated().map { index, name in
            LibraryEntry(
                path: "/home/ann/Pictures/Camera/" + name, modified: 1_763_820_123 - Int64(index),
                byteCount: 2_000_000,
                taken: PhotoName.milliseconds(inName: name) ?? 1_763_820_123_000 - Int64(index) * 1000)
        }
        roll.list(LibraryListing(entries: entries, fault: fault))
    }

    /// A webcam's usual controls.
    private static let controls: [ControlReading] = {
        func dial(
            _ id: ControlID, _ range: ClosedRange<Int64>, _ value: Int64, name: String = ""
        ) -> ControlReading {
            let kind = ControlDescriptor.Kind.integer(range: range, step: 1)
            return ControlReading(
                descriptor: ControlDescriptor(id: id, name: name, kind: kind, defaultValue: value),
                value: value)
        }
        func toggle(_ id: ControlID, isOn: Bool, name: String = "") -> ControlReading {
            ControlReading(
                descriptor: ControlDescriptor(id: id, name: name, kind: .boolean, defaultValue: 1),
                value: isOn ? 1 : 0)
        }
        let modes = ["Auto Mode", "Manual Mode", "Shutter Priority Mode", "Aperture Priority Mode"]
        let exposure = ControlDescriptor(
            id: .exposureMode, name: "Auto Exposure",
            kind: .menu(modes.enumerated().map { .init(value: Int64($0), name: $1) }), defaultValue: 3)
        return [
            ControlReading(descriptor: exposure, value: 3), dial(.exposureTime, 1...5000, 157),
            dial(.gain, 0...255, 64), toggle(.whiteBalanceAutomatic, isOn: true),
            dial(.whiteBalanceTemperature, 2800...6500, 4600), toggle(.focusAutomatic, isOn: true),
            dial(.focusPosition, 0...250, 60), dial(.exposureCompensation, -12...12, 0),
            dial(.brightness, -64...64, 0, name: "Brightness"), dial(.contrast, 0...64, 32, name: "Contrast"),
            dial(.saturation, 0...128, 64, name: "Saturation"),
            dial(.sharpness, 0...6, 3, name: "Sharpness"), dial(.gamma, 72...500, 100, name: "Gamma"),
            toggle(.backlightCompensation, isOn: false, name: "Backlight Compensation"),
        ]
    }()
}

/// All frames are alike.
nonisolated private struct NoJudge: FrameJudging {
    func sharpness(of frame: Frame) async -> Double? { nil }
}
