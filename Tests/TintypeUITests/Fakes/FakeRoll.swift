// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Synchronization

/// A photo folder in memory, whose photos are of one colour each. Thread-safe.
final class FakeRoll: PhotoBrowsing {
    /// Which photo was decoded, and into which size; nil for all its pixels.
    struct Request: Equatable, Sendable {
        let path: String
        let size: PixelSize?
    }

    private struct State {
        var requests: [Request] = []
        var thumbnails: [String] = []
        var faults: [String: PhotoFault] = [:]
    }

    private let state = Mutex(State())
    private let gate = Gate()

    var requests: [Request] { state.withLock { $0.requests } }
    /// The photos whose small picture was asked for.
    var thumbnails: [String] { state.withLock { $0.thumbnails } }

    /// Makes a photo fail from now on; nil lets it be decoded.
    func fail(_ path: String, _ fault: PhotoFault?) { state.withLock { $0.faults[path] = fault } }
    /// Lets decoding wait from now on, or lets all go on.
    func holdUp(_ isHeldUp: Bool) { gate.holdUp(isHeldUp) }

    func photo(_ entry: LibraryEntry, fitting size: PixelSize?) async throws(PhotoFault) -> DecodedPhoto {
        state.withLock { $0.requests.append(Request(path: entry.path, size: size)) }
        await gate.pass()
        if let fault = state.withLock({ $0.faults[entry.path] }) { throw fault }
        return decoded(size ?? PixelSize(width: 4000, height: 3000))
    }

    func thumbnail(_ entry: LibraryEntry) async throws(PhotoFault) -> DecodedPhoto {
        state.withLock { $0.thumbnails.append(entry.path) }
        await gate.pass()
        if let fault = state.withLock({ $0.faults[entry.path] }) { throw fault }
        return decoded(PixelSize(width: 2, height: 2))
    }

    func preview(of shot: JournalledShot, fitting size: PixelSize) async -> DecodedPhoto? {
        state.withLock { $0.requests.append(Request(path: shot.id, size: size)) }
        await gate.pass()
        return state.withLock { $0.faults[shot.id] } == nil ? decoded(size) : nil
    }

    func listings() -> AsyncStream<LibraryListing> { AsyncStream { _ in } }
    func newest() async -> RollItem? { nil }
    func prepare(_ entry: LibraryEntry) async {}
    func player(of entry: LibraryEntry, fitting size: PixelSize) async throws(PhotoFault) -> any VideoPlaying
    {
        throw .unknownKind
    }
    func details(_ entry: LibraryEntry) async throws(PhotoFault) -> PhotoDetails { throw .missing }
    func turn(_ entry: LibraryEntry, clockwise: Bool) async throws(SaveError) {}
    func bytes(of entry: LibraryEntry, as kind: ExportKind) async throws(SaveError) -> [UInt8] { [] }
    func export(_ entry: LibraryEntry, to path: String) async throws(SaveError) {}
    func attachment(of entry: LibraryEntry) async throws(SaveError) -> Int32 { -1 }
    func hold(_ entry: LibraryEntry) async -> (any PhotoHolding)? { nil }
    func sharpest(of entries: [LibraryEntry]) async -> LibraryEntry? { nil }
}

/// A decoded photo that takes 4 bytes of memory, whatever size it says it has.
func decoded(_ size: PixelSize) -> DecodedPhoto {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 8)
    let start = UInt(bitPattern: memory)
    return DecodedPhoto(
        size: size, fullSize: size, stride: size.width * 4, pixels: memory,
        release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
}
