// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Imaging
@testable import Permissions
@testable import Photos

/// The roll and files that other programs change meanwhile.
@Suite(.timeLimit(.minutes(10))) struct RollReadingTests {
    private let place = RollPlace()

    @Test(arguments: PhotoFormat.allCases) func aPhotoIsDecoded(format: PhotoFormat) async throws {
        let entry = try place.put(photoFile(format), "a." + format.fileExtension)
        let photo = try await place.roll.photo(entry, fitting: PixelSize(width: 64, height: 64))
        #expect(photo.size == PixelSize(width: 64, height: 48))
        #expect(photo.fullSize == PixelSize(width: 128, height: 96))
        let details = try await place.roll.details(entry)
        #expect(details.size == PixelSize(width: 128, height: 96))
        #expect(details.byteCount == entry.byteCount)
    }

    @Test func theFileAsItIsNowIsDecoded() async throws {
        let entry = try place.put(photoFile(.jpeg), "a.jpg")
        try place.put(photoFile(.jpeg, size: PixelSize(width: 64, height: 32)), "a.jpg")
        #expect(try await place.roll.photo(entry, fitting: nil).fullSize == PixelSize(width: 64, height: 32))
    }

    @Test func unreadablePhotoIsReported() async throws {
        let entry = try place.put(photoFile(.jpeg), "a.jpg")
        func photoFault() async -> PhotoFault? {
            await fault { () throws(PhotoFault) in try await place.roll.photo(entry, fitting: nil) }
        }
        try place.put([], "a.jpg")
        #expect(await photoFault() == .empty)
        try place.put([1, 2, 3], "a.jpg")
        #expect(await photoFault() == .damaged)
        truncate(place.path("a.jpg"), off_t(RollFolder.maximumBytes + 1))
        #expect(await photoFault() == .failed(EFBIG))
        unlink(place.path("a.jpg"))
        #expect(await photoFault() == .missing)
        mkfifo(place.path("a.jpg"), 0o644)
        #expect(await photoFault() == .missing)
        unlink(place.path("a.jpg"))
        try place.put(photoFile(.jpeg), "b.jpg")
        symlink(place.path("b.jpg"), place.path("a.jpg"))
        #expect(await photoFault() == .missing)
        unlink(place.path("a.jpg"))
        mkdir(place.path("a.jpg"), 0o755)
        #expect(await photoFault() == .missing)
    }

    @Test func aPhotoElsewhereIsNotRead() async throws {
        try Data(photoFile(.jpeg)).write(to: URL(fileURLWithPath: place.folder.path + "/a.jpg"))
        for path in ["/a.jpg", "/Camera/../a.jpg", "/Camera//a.jpg", "/Camera/.."] {
            let entry = LibraryEntry(path: place.folder.path + path, modified: 0, byteCount: 1, taken: 0)
            #expect(
                await fault { () throws(PhotoFault) in try await place.roll.photo(entry, fitting: nil) }
                    == .missing)
            #expect(await place.roll.hold(entry) == nil)
        }
    }

    @Test func missingPermissionReadsNothing() async throws {
        let entry = try place.put(photoFile(.jpeg), "a.jpg")
        place.said.grant.withLock { $0?.end() }
        #expect(
            await fault { () throws(PhotoFault) in try await place.roll.thumbnail(entry) } == .notAllowed)
        #expect(
            await fault { () throws(SaveError) in try await place.roll.turn(entry, clockwise: true) }?.code
                == .notAllowed)
        #expect(
            await fault { () throws(SaveError) in try await place.roll.bytes(of: entry, as: .jpeg) }?.code
                == .notAllowed)
        #expect(await place.roll.hold(entry) == nil)
        #expect(place.thumbnails() == [])
    }

    @Test(.enabled(if: geteuid() == 0)) func anUnreadableFileIsSaid() async throws {
        let entry = try place.put(photoFile(.jpeg), "a.jpg")
        chmod(place.path("a.jpg"), 0)
        let grant = try #require(place.said.grant.withLock { $0 })
        try asAnotherUser {
            let folder = try RollFolder.open(grant)
            #expect(throws: PhotoFault.failed(EACCES)) {
                _ = try folder.open(entry).status
            }
        }
    }

    @Test func aCancelledRequestIsDropped() async throws {
        let entry = try place.put(photoFile(.jpeg), "a.jpg")
        let task = Task { () -> PhotoFault? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await fault { () throws(PhotoFault) in try await place.roll.photo(entry, fitting: nil) }
        }
        #expect(await task.value == .failed(ECANCELED))
    }

    @Test func theSharpestOfABurstIsFound() async throws {
        let grey = try place.put(
            JPEGEncoder.encode(.greySquare(), quality: 90, exif: []), "IMG_20240229_123456_000.jpg")
        let sharp = try place.put(
            photoFile(.jpeg, size: PixelSize(width: 640, height: 480)), "IMG_20240229_123456_100.jpg")
        #expect(await place.roll.sharpest(of: [grey, sharp]) == sharp)
        #expect(await place.roll.sharpest(of: [sharp, grey]) == sharp)
        #expect(await place.roll.sharpest(of: []) == nil)
    }

    @Test func aShotInTheJournalIsShownAsItsPhotoWillBe() async throws {
        let journal = ShotJournal(path: place.folder.path + "/shots")
        let shot = testShot(testFrame(bar: 2))
        let framing = PhotoFraming(
            portion: PixelRect(x: 0, y: 0, width: 64, height: 96), isMirrored: true)
        let mirrored = Shot(
            frame: shot.frame, time: shot.time, camera: shot.camera, mode: shot.mode, format: .jpeg,
            quality: 95,
            framing: framing)
        let plain = try journal.write(shot)
        let framed = try journal.write(mirrored)
        let whole = try #require(
            await place.roll.preview(of: plain, fitting: PixelSize(width: 1000, height: 1000)))
        #expect(whole.size == PixelSize(width: 128, height: 96))
        #expect(whole.green(10, 50) > 200 && whole.green(40, 50) < 80)
        let part = try #require(
            await place.roll.preview(of: framed, fitting: PixelSize(width: 1000, height: 1000)))
        #expect(part.size == PixelSize(width: 64, height: 96))
        #expect(part.green(53, 50) > 200 && part.green(10, 50) < 80)
        let small = await place.roll.preview(of: plain, fitting: PixelSize(width: 32, height: 32))
        #expect(small?.size == PixelSize(width: 32, height: 24))
        #expect(small?.fullSize == PixelSize(width: 128, height: 96))
        if let name = EntryName(id: plain.id) { journal.remove(name) }
        #expect(await place.roll.preview(of: plain, fitting: PixelSize(width: 32, height: 32)) == nil)
    }
}

@Suite struct RequestOrderTests {
    /// The requests in the order in which they were done.
    private final class Record: Sendable {
        let done = Mutex<[Int]>([])
    }

    @Test func theNewestRequestComesFirstAndACancelledOneNever() async {
        let queue = WorkQueue(limit: 1)
        let isBusy = DispatchSemaphore(value: 0)
        let record = Record()
        let busy = Task { await queue.runNext { isBusy.wait() } }
        while queue.load != (0, 1) { await Task.yield() }
        var tasks: [Task<Void?, Never>] = []
        for number in 1...4 {
            tasks.append(Task { await queue.runNext { record.done.withLock { $0.append(number) } } })
            while queue.load != (number, 1) { await Task.yield() }
        }
        tasks[1].cancel()
        // Without waiting for the worker.
        #expect(await tasks[1].value == nil)
        isBusy.signal()
        for task in tasks { _ = await task.value }
        _ = await busy.value
        #expect(record.done.withLock { $0 } == [4, 3, 1])
    }
}
