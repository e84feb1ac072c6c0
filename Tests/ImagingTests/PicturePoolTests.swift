// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging
import Testing

@Suite struct PicturePoolTests {
    private let renderer = FrameRenderer()
    private let frame = Frame.raw(.yuyv, PixelSize(width: 64, height: 48))

    private func draw(_ pool: PicturePool, _ view: PixelSize = PixelSize(width: 64, height: 48)) throws
        -> Picture
    {
        try renderer.render(frame, for: ViewfinderTarget(view: view, isMirrored: false), pool: pool)
    }

    @Test func memoryIsUsedAgain() throws {
        let pool = PicturePool(capacity: 3)
        var addresses: Set<UnsafeMutableRawPointer> = []
        for _ in 0..<20 { addresses.insert(try #require(try draw(pool).pixels)) }
        #expect(addresses.count == 1)
        #expect(pool.memoryCount == 1)
    }

    @Test func picturesInUseNeverShareMemory() throws {
        let pool = PicturePool(capacity: 3)
        let pictures = try (0..<3).map { _ in try draw(pool) }
        #expect(Set(pictures.map(\.pixels)).count == 3)
    }

    @Test func noMoreThanTheBoundAreMade() throws {
        let pool = PicturePool(capacity: 2)
        var held = [try draw(pool), try draw(pool)]
        #expect { try draw(pool) } throws: { ($0 as? ImagingError)?.code == .noMemory }
        held.removeLast()
        #expect(try draw(pool).size.width == 64)
        #expect(held.count == 1)
    }

    @Test func aNewSizeLetsTheOldMemoryGo() throws {
        let pool = PicturePool(capacity: 4)
        let shown = try draw(pool)
        _ = try draw(pool)
        _ = try draw(pool, PixelSize(width: 128, height: 96))
        #expect(pool.memoryCount == 2)
        withExtendedLifetime(shown) {}
    }

    @Test func oldMemoryGoesWhenItsPictureDoes() throws {
        let pool = PicturePool(capacity: 4)
        var shown: Picture? = try draw(pool)
        let larger = PixelSize(width: 128, height: 96)
        _ = try draw(pool, larger)
        #expect(shown != nil)
        shown = nil
        _ = try draw(pool, larger)
        #expect(pool.memoryCount == 1)
    }

    @Test func aPictureOutlivesItsPool() throws {
        var pool: PicturePool? = PicturePool()
        let picture = try draw(pool!)
        pool = nil
        #expect(picture.distance() <= 4)
    }

    @Test func aFailedFrameGivesItsMemoryBack() throws {
        let pool = PicturePool(capacity: 1)
        let broken = Frame.jpeg([0xFF, 0xD8, 0, 0], PixelSize(width: 64, height: 48))
        for _ in 0..<3 {
            _ = try? renderer.render(
                broken, for: ViewfinderTarget(view: PixelSize(width: 64, height: 48), isMirrored: false),
                pool: pool)
        }
        #expect(try draw(pool).size.height == 48)
    }

    @Test func linesAndPicturesStartOnCacheLines() throws {
        let picture = try draw(PicturePool(), PixelSize(width: 61, height: 50))
        #expect(UInt(bitPattern: picture.pixels) % 64 == 0)
        #expect(picture.stride % 64 == 0)
    }

    @Test func picturesMayBeReleasedOnAnyThread() async throws {
        let pool = PicturePool(capacity: 8)
        for _ in 0..<50 {
            let pictures = try (0..<8).map { _ in try draw(pool) }
            await withTaskGroup { group in
                for picture in pictures { group.addTask { withExtendedLifetime(picture) {} } }
            }
        }
        #expect(pool.memoryCount <= 8)
    }
}
