import CaptureCore
import CaptureTesting
import GLibBridge
import Testing

@testable import TintypeUI

/// The tests that run GLib's main loop, of which a process has one.
@Suite(.serialized) struct OneAtATime {}

let webcam = CameraInfo(
    id: CameraID(rawValue: "usb-1"), name: "Webcam", node: "/dev/video0", position: .external)

func frame(at milliseconds: Int64 = 0, isDamaged: Bool = false, bytes: Int = 4) -> Frame {
    Frame(
        copying: [UInt8](repeating: 0, count: bytes),
        layout: FrameLayout(
            format: .grey, size: PixelSize(width: bytes, height: 1), bytesPerLine: bytes, color: .jpeg),
        arrival: MonotonicTime(nanoseconds: milliseconds * 1_000_000), isDamaged: isDamaged, memory: .shared)
}

func picture(of frame: Frame = frame(), isWhole: Bool = true, portion: PixelRect? = nil) -> Picture {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 8)
    let start = UInt(bitPattern: memory)
    return Picture(
        size: PixelSize(width: 1, height: 1), stride: 4, isMirrored: false, isWhole: isWhole, frame: frame,
        portion: portion, pixels: memory,
        release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
}

func streaming(_ camera: CameraInfo = webcam, isSettled: Bool = true) -> SessionSnapshot {
    let layout = FrameLayout(
        format: .grey, size: PixelSize(width: 4, height: 1), bytesPerLine: 4, color: .jpeg)
    return SessionSnapshot(
        state: .streaming(camera, StreamDescription(layout: layout, rate: nil), restarts: 0),
        cameras: [camera], isSettled: isSettled, opening: 1)
}

/// The person's answers, given already.
@MainActor
final class FakeConsent: CameraConsenting {
    var access: CameraAccess
    var isAccessKnown = true
    var asker: (@MainActor () async -> Bool?)?
    var hasDesktopSettings: Bool { false }

    init(_ access: CameraAccess = .authorized) { self.access = access }

    func request() async -> CameraAccess { access }
    func record(isAllowed: Bool) { access = isAllowed ? .authorized : .denied }
    func refresh() {}
    func changes() -> AsyncStream<CameraAccess> { AsyncStream { _ in } }
    func openSettings() async -> Bool { false }
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

    /// Judges by the number of bytes.
    private struct SizeJudge: FrameJudging {
        func sharpness(of frame: Frame) async -> Double? { Double(frame.byteCount) }
    }

    /// - Parameter settings: nil for the defaults.
    init(settings: Settings? = nil, isSettled: Bool = true) {
        let preferences = Preferences(settings: settings)
        session = SessionModel(consent: consent, mode: .automatic)
        session.update(streaming(isSettled: isSettled))
        shooting = ShootingController(
            preferences, session, pictures: capture, controls: capture, photos: photos, judge: SizeJudge())
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

    /// Waits until nothing is on its way to the disk.
    func settle() async throws { try await until("photos are on their way") { queue.pendingCount == 0 } }
}
