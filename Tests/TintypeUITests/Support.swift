// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Platform
import Testing

@testable import TintypeUI

/// The tests that run GLib's main loop, of which a process has one.
@Suite(.serialized) struct OneAtATime {}

let webcam = CameraInfo(
    id: CameraID(rawValue: "usb-1"), name: "Webcam", node: "/dev/video0", position: .external)

let scene = CameraInfo(id: .testScene, name: "Test Scene", node: "", position: .simulated)

/// - Parameter captured: when the camera says that it captured it, in milliseconds; nil if it does not say.
func frame(
    at milliseconds: Int64 = 0, captured: Int64? = nil, isDamaged: Bool = false, bytes: Int = 4
) -> Frame {
    Frame(
        copying: [UInt8](repeating: 0, count: bytes),
        layout: FrameLayout(
            format: .grey, size: PixelSize(width: bytes, height: 1), bytesPerLine: bytes, color: .jpeg),
        arrival: MonotonicTime(nanoseconds: milliseconds * 1_000_000),
        sourceTime: captured.map { MonotonicTime(nanoseconds: $0 * 1_000_000) }, isSourceMonotonic: true,
        isDamaged: isDamaged, memory: .shared)
}

func picture(of frame: Frame = frame(), isWhole: Bool = true, portion: PixelRect? = nil) -> Picture {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 8)
    let start = UInt(bitPattern: memory)
    return Picture(
        size: PixelSize(width: 1, height: 1), stride: 4, isMirrored: false, isWhole: isWhole, frame: frame,
        portion: portion, pixels: memory,
        release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
}

/// A control of whole numbers, with the value that the camera reports.
func reading(
    _ id: ControlID, _ range: ClosedRange<Int64>, value: Int64?, standard: Int64 = 0, name: String = ""
) -> ControlReading {
    ControlReading(
        descriptor: ControlDescriptor(
            id: id, name: name, kind: .integer(range: range, step: 1), defaultValue: standard), value: value)
}

func streaming(
    _ camera: CameraInfo = webcam, isSettled: Bool = true, awaitsLight: Bool = false
) -> SessionSnapshot {
    let layout = FrameLayout(
        format: .grey, size: PixelSize(width: 4, height: 1), bytesPerLine: 4, color: .jpeg)
    return SessionSnapshot(
        state: .streaming(camera, StreamDescription(layout: layout, rate: nil), restarts: 0),
        cameras: [camera], isSettled: isSettled, opening: 1, awaitsLight: awaitsLight)
}

/// The views' dependencies, all of them in memory.
@MainActor
func environment(
    _ capture: FakeCapture = FakeCapture(), consent: FakeConsent = FakeConsent(), settings: Settings? = nil,
    asksForCamera: Bool = true
) -> AppEnvironment {
    return AppEnvironment(
        capture: capture, photos: FakePhotos(), recording: FakeRecorder(), roll: FakeRoll(),
        judge: SizeJudge(), consent: consent, microphone: FakeMicrophoneConsent(),
        library: FakeLibraryConsent(), screenshots: FakeScreenshotConsent(), presence: FakePresence(),
        codes: FakeCodes(), diagnosis: FakeDiagnosis(),
        settings: settings, testScene: scene, version: "", asksForCamera: asksForCamera, startCamera: {})
}

/// Judges by the number of bytes; a frame of one can't be decoded.
struct SizeJudge: FrameJudging {
    func sharpness(of frame: Frame) async -> Double? {
        frame.byteCount == 1 ? nil : Double(frame.byteCount)
    }
}

/// The shutter's way, with everything around it in memory.
@MainActor
struct Studio {
    let capture = FakeCapture()
    let photos = FakePhotos()
    let consent = FakeConsent()
    let session: SessionModel
    let shooting: ShootingController
    let seen = Seen()

    /// What a person would see and hear.
    @MainActor
    final class Seen {
        var picture: Picture? = TintypeUITests.picture()
        var messages: [String] = []
        var takenCount = 0
        var thumbnailCount = 0
        var countdown: [Int?] = []
        var burst: [Int?] = []
        var saved: [SavedPhoto] = []
    }

    /// - Parameters:
    ///   - settings: nil for the defaults.
    ///   - calendar: the calendar's time of a moment.
    init(
        settings: Settings? = nil, isSettled: Bool = true,
        calendar: @escaping (MonotonicTime) -> WallTime = { WallTime(at: $0) }
    ) {
        let preferences = Preferences(settings: settings)
        session = SessionModel(consent: consent, mode: .automatic)
        session.update(streaming(isSettled: isSettled))
        shooting = ShootingController(
            preferences, session, pictures: capture, controls: capture, photos: photos, judge: SizeJudge(),
            calendar: calendar)
        let seen = seen
        shooting.picture = { seen.picture }
        shooting.prepareThumbnail = { _, _ in { seen.thumbnailCount += 1 } }
        shooting.onTaken = { seen.takenCount += 1 }
        shooting.onMessage = { seen.messages.append($0) }
        shooting.onCountdown = { seen.countdown.append($0) }
        shooting.onBurstCount = { seen.burst.append($0) }
        shooting.queue.onSaved = { photo, _, isNewest in if isNewest { seen.saved.append(photo) } }
    }

    var queue: SaveQueue { shooting.queue }

    func shoot() {
        shooting.shutterDown()
        shooting.press()
    }

    /// Takes a photo, and waits until it is on the disk or could not be saved.
    func shootAndSettle() async throws {
        shoot()
        try await settle()
    }

    /// Waits until nothing is on its way to the disk.
    func settle() async throws { try await until("photos are on their way") { queue.pendingCount == 0 } }
}
