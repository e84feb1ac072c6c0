// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Testing

@testable import TintypeUI

private func photo(_ name: String) -> RollPhoto {
    .file(LibraryEntry(path: name, modified: 0, byteCount: 1, taken: 0))
}

private let (a, b, c, d) = (photo("a"), photo("b"), photo("c"), photo("d"))
private let small = PixelSize(width: 100, height: 100)
private let large = PixelSize(width: 200, height: 200)

extension OneAtATime {
    @MainActor @Suite struct RollPicturesTests {
        private let roll = FakeRoll()
        private let pictures: RollPictures
        private let seen = Seen()

        @MainActor
        private final class Seen { var arrived: [RollPhoto] = [] }

        init() {
            pictures = RollPictures(roll)
            pictures.onArrival = { [seen] in seen.arrived.append($0) }
        }

        private func arrive(_ count: Int) async throws {
            try await until("\(count) have arrived") { seen.arrived.count >= count }
        }

        private var paths: [String] { roll.requests.map(\.path) }

        /// Requests that are made together may be exchanged on their way.
        @Test func thePhotoInFrontIsDecodedAloneAndItsNeighboursAfterIt() async throws {
            roll.holdUp(true)
            pictures.keep([a, b, c], fitting: small)
            try await until("the first is asked for") { !paths.isEmpty }
            for _ in 0..<20 { await Task.yield() }
            #expect(paths == ["a"])
            roll.holdUp(false)
            try await arrive(3)
            #expect(paths.first == "a" && Set(paths) == ["a", "b", "c"] && paths.count == 3)
            #expect(seen.arrived.first == a)
            #expect(pictures.fitted(b)?.photo.size == small)
        }

        @Test func neighboursAreDecodedAlsoWhereThePhotoInFrontCantBe() async throws {
            roll.fail("a", .damaged)
            pictures.keep([a, b], fitting: small)
            try await arrive(2)
            #expect(pictures.fault(a) == .damaged && pictures.fitted(a) == nil)
            #expect(pictures.fitted(b) != nil && pictures.fault(b) == nil)
        }

        @Test func onlyWhatIsNextToThePhotoInFrontIsKept() async throws {
            pictures.keep([a, b], fitting: small)
            try await arrive(2)
            weak let released = pictures.fitted(a)
            pictures.keep([b, c], fitting: small)
            try await arrive(3)
            #expect(released == nil && pictures.fitted(a) == nil)
            #expect(paths == ["a", "b", "c"])
        }

        @Test func photoPassedWhileDecodingDoesNotAppear() async throws {
            roll.holdUp(true)
            pictures.keep([a], fitting: small)
            try await until("it is asked for") { paths == ["a"] }
            pictures.keep([b], fitting: small)
            try await until("the other is asked for") { paths == ["a", "b"] }
            roll.holdUp(false)
            try await arrive(1)
            #expect(seen.arrived == [b] && pictures.fitted(a) == nil)
        }

        @Test func inAnotherSizeTheOldPictureStaysUntilTheNewIsThere() async throws {
            pictures.keep([a], fitting: small)
            try await arrive(1)
            roll.holdUp(true)
            pictures.keep([a], fitting: large)
            #expect(pictures.fitted(a)?.photo.size == small)
            try await until("it is asked for again") { paths.count == 2 }
            roll.holdUp(false)
            try await arrive(2)
            #expect(pictures.fitted(a)?.photo.size == large)
        }

        @Test func inAnotherSizeEachIsDecodedAgain() async throws {
            pictures.keep([a, b, c], fitting: small)
            try await arrive(3)
            pictures.keep([a, b, c], fitting: large)
            try await arrive(6)
            #expect(Set(paths.suffix(3)) == ["a", "b", "c"])
        }

        @Test func lateResultOfAnEarlierSizeIsDropped() async throws {
            roll.holdUp(true)
            for size in [small, large] {
                pictures.keep([a], fitting: size)
                try await until("it is asked for") { roll.requests.last?.size == size }
            }
            roll.holdUp(false)
            try await arrive(1)
            #expect(pictures.fitted(a)?.photo.size == large)
            for _ in 0..<20 { await Task.yield() }
            #expect(seen.arrived == [a])
        }

        /// A photo is turned while it is decoded for a larger window.
        @Test func aPictureOfTheFileAsItWasDoesNotReplaceTheOneAfterIt() async throws {
            pictures.keep([a], fitting: small)
            try await arrive(1)
            roll.holdUp(true)
            pictures.keep([a], fitting: large)
            try await until("it is asked for again") { paths.count == 2 }
            pictures.forget(a)
            pictures.keep([a], fitting: large)
            try await until("it is asked for once more") { paths.count == 3 }
            roll.holdUp(false)
            try await arrive(2)
            for _ in 0..<50 { await Task.yield() }
            #expect(seen.arrived == [a, a])
        }

        @Test func aViewWithoutASizeDecodesNothing() {
            pictures.keep([a], fitting: PixelSize(width: 0, height: 100))
            #expect(paths.isEmpty && pictures.fitted(a) == nil)
        }

        @Test func preparedPhotoStaysUntilForgotten() async throws {
            pictures.prepare(a, fitting: small)
            try await arrive(1)
            pictures.keep([b], fitting: small)
            #expect(pictures.fitted(a) != nil)
            pictures.forgetPrepared()
            pictures.keep([b], fitting: small)
            #expect(pictures.fitted(a) == nil)
        }

        @Test func previewStaysUntilTheFileIsDecoded() async throws {
            roll.holdUp(true)
            pictures.keep([a], fitting: large)
            pictures.show(decoded(small), as: a)
            #expect(pictures.fitted(a)?.photo.size == small && seen.arrived == [a])
            roll.holdUp(false)
            try await arrive(2)
            #expect(pictures.fitted(a)?.photo.size == large)
            // It is no news then.
            pictures.show(decoded(small), as: a)
            #expect(pictures.fitted(a)?.photo.size == large)
        }

        @Test func aFileWithNewContentIsDecodedAgain() async throws {
            pictures.keep([a], fitting: small)
            try await arrive(1)
            pictures.forget(a)
            #expect(pictures.fitted(a) == nil)
            pictures.keep([a], fitting: small)
            try await arrive(2)
            #expect(paths == ["a", "a"])
        }

        @Test func everythingIsReleasedWithTheRoll() async throws {
            pictures.keep([a, b], fitting: small)
            pictures.wantWhole(a)
            try await arrive(3)
            weak let (first, whole) = (pictures.fitted(a), pictures.whole(a))
            pictures.forgetAll()
            #expect(first == nil && whole == nil)
        }

        // MARK: All pixels

        @Test func allPixelsAreDecodedOnceAndGoWithThePhotoInFront() async throws {
            pictures.keep([a, b], fitting: small)
            try await arrive(2)
            for _ in 0..<2 { pictures.wantWhole(a) }
            try await arrive(3)
            #expect(pictures.whole(a)?.photo.size.width == 4000 && pictures.whole(b) == nil)
            #expect(roll.requests.count { $0.size == nil } == 1)
            pictures.keep([b, a], fitting: small)
            #expect(pictures.whole(a) == nil && pictures.fitted(a) != nil)
        }

        @Test func aShotOnItsWayIsShownAndHasNoMorePixels() async throws {
            let shot = RollPhoto.shot(
                JournalledShot(
                    id: "shot", time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0), format: .heic))
            pictures.keep([shot], fitting: small)
            try await arrive(1)
            pictures.wantWhole(shot)
            #expect(pictures.fitted(shot) != nil && pictures.whole(shot) == nil)
            #expect(paths == ["shot"])
        }

        @Test func aShotWhoseFileIsThereAlreadyIsMissing() async throws {
            let shot = RollPhoto.shot(
                JournalledShot(
                    id: "shot", time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0), format: .heic))
            roll.fail("shot", .missing)
            pictures.keep([shot], fitting: small)
            try await arrive(1)
            #expect(pictures.fault(shot) == .missing)
        }

        // MARK: Small pictures

        @Test func aSmallPictureIsLoadedOnce() async throws {
            let thumbnails = RollThumbnails(roll)
            for _ in 0..<2 { #expect(try await answer { await thumbnails.load(a) != nil }) }
            #expect(roll.thumbnails == ["a"] && thumbnails[a] != nil)
            thumbnails.forget(a)
            #expect(thumbnails[a] == nil)
            #expect(try await answer { await thumbnails.load(a) != nil })
            #expect(roll.thumbnails == ["a", "a"])
        }

        @Test func failedThumbnailIsRetried() async throws {
            let thumbnails = RollThumbnails(roll)
            roll.fail("a", .failed(5))
            #expect(try await answer { await thumbnails.load(a) == nil })
            roll.fail("a", nil)
            #expect(try await answer { await thumbnails.load(a) != nil })
        }

        @Test func theSmallPicturesUsedLastAreKept() async throws {
            let thumbnails = RollThumbnails(roll)
            let many = (1...32).map { photo("\($0)") }
            for each in many { thumbnails.keep(RollPictures.Decoded(decoded(small)), each) }
            // Seen again.
            #expect(try await answer { await thumbnails.load(many[0]) != nil })
            thumbnails.keep(RollPictures.Decoded(decoded(small)), d)
            #expect(thumbnails[many[0]] != nil && thumbnails[many[1]] == nil && thumbnails[d] != nil)
            #expect(many.count { thumbnails[$0] != nil } == 31)
        }

        @Test func aSmallPictureThatIsNoLongerWantedIsNotKept() async throws {
            let thumbnails = RollThumbnails(roll)
            roll.holdUp(true)
            let task = Task { await thumbnails.load(a) == nil }
            try await until("it is asked for") { roll.thumbnails == ["a"] }
            task.cancel()
            roll.holdUp(false)
            #expect(try await answer { await task.value })
            #expect(thumbnails[a] == nil)
        }
    }
}
