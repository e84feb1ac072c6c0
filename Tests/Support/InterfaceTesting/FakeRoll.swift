// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import CaptureTesting
import Synchronization

/// A photo folder in memory, whose photos are of one colour each. Thread-safe.
public final class FakeRoll: PhotoBrowsing {
    /// Which photo was decoded, and into which size; nil for all its pixels.
    public struct Request: Equatable, Sendable {
        public let path: String
        public let size: PixelSize?

        public init(path: String, size: PixelSize?) { (self.path, self.size) = (path, size) }
    }

    private struct State {
        var listing = LibraryListing()
        var requests: [Request] = []
        var thumbnails: [String] = []
        var faults: [String: PhotoFault] = [:]
    }

    /// Makes the pixels of a photo.
    private let paint: @Sendable (PixelSize) -> DecodedPhoto
    private let state = Mutex(State())
    private let listed = Readers<LibraryListing>()
    private let gate = Gate()

    /// - Parameter paint: makes a photo of this size; its memory is not all there unless it is to be shown.
    public init(paint: @escaping @Sendable (PixelSize) -> DecodedPhoto = { decoded($0) }) {
        self.paint = paint
    }

    public var requests: [Request] { state.withLock { $0.requests } }
    /// The photos whose small picture was asked for.
    public var thumbnails: [String] { state.withLock { $0.thumbnails } }

    /// Makes a photo fail from now on; nil lets it be decoded.
    public func fail(_ path: String, _ fault: PhotoFault?) { state.withLock { $0.faults[path] = fault } }
    /// Lets decoding wait from now on, or lets all go on.
    public func holdUp(_ isHeldUp: Bool) { gate.holdUp(isHeldUp) }

    /// The folder has these photos, the newest first.
    public func list(_ listing: LibraryListing) {
        state.withLock { $0.listing = listing }
        listed.tell(listing)
    }

    public func photo(
        _ entry: LibraryEntry, fitting size: PixelSize?
    ) async throws(PhotoFault) -> DecodedPhoto {
        state.withLock { $0.requests.append(Request(path: entry.path, size: size)) }
        await gate.pass()
        if let fault = state.withLock({ $0.faults[entry.path] }) { throw fault }
        return paint(size ?? PixelSize(width: 4000, height: 3000))
    }

    public func thumbnail(_ entry: LibraryEntry) async throws(PhotoFault) -> DecodedPhoto {
        state.withLock { $0.thumbnails.append(entry.path) }
        await gate.pass()
        if let fault = state.withLock({ $0.faults[entry.path] }) { throw fault }
        return paint(PixelSize(width: 2, height: 2))
    }

    public func preview(of shot: JournalledShot, fitting size: PixelSize) async -> DecodedPhoto? {
        state.withLock { $0.requests.append(Request(path: shot.id, size: size)) }
        await gate.pass()
        return state.withLock { $0.faults[shot.id] } == nil ? paint(size) : nil
    }

    public func listings() -> AsyncStream<LibraryListing> { listed.stream(repeatsNewest: true) }
    public func newest() async -> RollItem? {
        RollOrder.items(of: state.withLock { $0.listing.entries }).first
    }
    public func prepare(_ entry: LibraryEntry) async {}

    public func player(
        of entry: LibraryEntry, fitting size: PixelSize
    ) async throws(PhotoFault) -> any VideoPlaying {
        if let fault = state.withLock({ $0.faults[entry.path] }) { throw fault }
        return FakePlayer(paint(size))
    }

    public func details(_ entry: LibraryEntry) async throws(PhotoFault) -> PhotoDetails {
        guard state.withLock({ $0.listing.entries.contains(entry) }) else { throw .missing }
        var details = PhotoDetails(
            size: PixelSize(width: 4000, height: 3000), byteCount: entry.byteCount,
            kind: entry.isVideo ? "video/mp4" : "image/jpeg")
        (details.camera, details.taken) = ("Acme HD Webcam", "2026:11:22 14:02:03")
        (details.exposureTime, details.sensitivity, details.fNumber) = (0.02, 400, 2.8)
        return details
    }

    public func turn(_ entry: LibraryEntry, clockwise: Bool) async throws(SaveError) {}
    public func bytes(of entry: LibraryEntry, as kind: ExportKind) async throws(SaveError) -> [UInt8] { [] }
    public func export(_ entry: LibraryEntry, to path: String) async throws(SaveError) {}
    public func attachment(of entry: LibraryEntry) async throws(SaveError) -> Int32 { -1 }

    public func hold(_ entry: LibraryEntry) async -> (any PhotoHolding)? {
        guard state.withLock({ $0.listing.entries.contains(entry) }) else { return nil }
        return FakeHolding(SavedPhoto(path: entry.path, format: .jpeg))
    }

    public func sharpest(of entries: [LibraryEntry]) async -> LibraryEntry? { nil }
}

/// A photo that is held open: whatever is done with it succeeds.
struct FakeHolding: PhotoHolding {
    let photo: SavedPhoto
    let mayStayOpen = true

    init(_ photo: SavedPhoto) { self.photo = photo }

    func copy(to path: String) async throws(SaveError) {}
    func trash() async throws(SaveError) {}
    func restore() async throws(SaveError) {}
}

/// A video of one picture, ten seconds long. Thread-safe.
private final class FakePlayer: VideoPlaying {
    private struct State {
        var status = PlaybackStatus(length: .seconds(10), hasSound: true)
        var waiting: VideoPicture?
    }

    private let photo: DecodedPhoto
    private let state: Mutex<State>

    init(_ photo: DecodedPhoto) {
        self.photo = photo
        state = Mutex(State(waiting: VideoPicture(photo: photo, time: .zero)))
    }

    var status: PlaybackStatus { state.withLock { $0.status } }

    func takePicture() -> VideoPicture? {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
    }

    func play() { state.withLock { $0.status.isPlaying = true } }
    func pause() { state.withLock { $0.status.isPlaying = false } }

    func seek(to time: Duration) {
        let picture = VideoPicture(photo: photo, time: time)
        state.withLock { $0.waiting = picture }
    }

    func setMuted(_ isMuted: Bool) {}
    func fit(_ size: PixelSize) {}
}

/// A decoded photo that takes 4 bytes of memory, whatever size it says it has.
public func decoded(_ size: PixelSize) -> DecodedPhoto {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 8)
    let start = UInt(bitPattern: memory)
    return DecodedPhoto(
        size: size, fullSize: size, stride: size.width * 4, pixels: memory,
        release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
}
