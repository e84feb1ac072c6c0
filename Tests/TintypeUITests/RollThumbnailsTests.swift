// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Synchronization
import Testing

@testable import TintypeUI

extension OneAtATime {
    @MainActor @Suite struct RollThumbnailsTests {
        private let video = LibraryEntry(path: "/photos/a.mp4", modified: 1, byteCount: 1000, taken: 1)

        @Test(arguments: [PhotoFault.damaged, .unknownKind, .decoderMissing(coding: "MPEG-4", package: nil)])
        func undecodableFileIsTriedOnce(fault: PhotoFault) async {
            let roll = FailingRoll(fault)
            let thumbnails = RollThumbnails(roll)
            for _ in 0..<3 { #expect(await thumbnails.load(.file(video)) == nil) }
            #expect(roll.count == 1)
            let changed = LibraryEntry(path: video.path, modified: 2, byteCount: 2000, taken: 1)
            _ = await thumbnails.load(.file(changed))
            #expect(roll.count == 2)
            // Turned: other content under the same name and time.
            thumbnails.forget(.file(video))
            _ = await thumbnails.load(.file(video))
            #expect(roll.count == 3)
        }

        /// Decoded before a photo was turned, and there only afterwards.
        @Test func aPictureOfTheFileAsItWasIsNotKept() async throws {
            let roll = FakeRoll()
            let thumbnails = RollThumbnails(roll)
            let photo = RollPhoto.file(LibraryEntry(path: "a", modified: 1, byteCount: 1000, taken: 1))
            roll.holdUp(true)
            let task = Task { await thumbnails.load(photo) != nil }
            try await until("it is asked for") { roll.thumbnails == ["a"] }
            thumbnails.forget(photo)
            roll.holdUp(false)
            #expect(await task.value)
            #expect(roll.thumbnails == ["a", "a"])
        }

        @Test(arguments: [PhotoFault.missing, .notAllowed, .failed(5)])
        func missingFileIsRetried(fault: PhotoFault) async {
            let roll = FailingRoll(fault)
            let thumbnails = RollThumbnails(roll)
            for _ in 0..<3 { #expect(await thumbnails.load(.file(video)) == nil) }
            #expect(roll.count == 3)
        }
    }
}

/// A library in which nothing can be read. Thread-safe.
private final class FailingRoll: PhotoBrowsing {
    private let fault: PhotoFault
    private let requests = Atomic(0)

    /// How often a thumbnail was asked for.
    var count: Int { requests.load(ordering: .relaxed) }

    init(_ fault: PhotoFault) { self.fault = fault }

    func thumbnail(_ entry: LibraryEntry) async throws(PhotoFault) -> DecodedPhoto {
        requests.add(1, ordering: .relaxed)
        throw fault
    }

    func listings() -> AsyncStream<LibraryListing> { AsyncStream { $0.finish() } }
    func newest() async -> RollItem? { nil }
    func photo(_ entry: LibraryEntry, fitting size: PixelSize?) async throws(PhotoFault) -> DecodedPhoto {
        throw fault
    }
    func prepare(_ entry: LibraryEntry) async {}
    func player(of entry: LibraryEntry, fitting size: PixelSize) async throws(PhotoFault)
        -> any VideoPlaying
    {
        throw fault
    }
    func details(_ entry: LibraryEntry) async throws(PhotoFault) -> PhotoDetails { throw fault }
    func turn(_ entry: LibraryEntry, clockwise: Bool) async throws(SaveError) { throw refusal }
    func bytes(of entry: LibraryEntry, as kind: ExportKind) async throws(SaveError) -> [UInt8] {
        throw refusal
    }
    func export(_ entry: LibraryEntry, to path: String) async throws(SaveError) { throw refusal }
    func attachment(of entry: LibraryEntry) async throws(SaveError) -> Int32 { throw refusal }
    func hold(_ entry: LibraryEntry) async -> (any PhotoHolding)? { nil }
    func preview(of shot: JournalledShot, fitting size: PixelSize) async -> DecodedPhoto? { nil }
    func sharpest(of entries: [LibraryEntry]) async -> LibraryEntry? { nil }

    private var refusal: SaveError { SaveError(.restricted, path: "/photos") }
}
