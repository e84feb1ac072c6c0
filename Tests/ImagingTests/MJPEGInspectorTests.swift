// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Imaging
import Testing

@Suite struct MJPEGInspectorTests {
    private let size = PixelSize(width: 64, height: 48)

    private func inspect(_ bytes: [UInt8]) -> MJPEGInspector {
        let memory = GuardedMemory(bytes)
        return withExtendedLifetime(memory) { MJPEGInspector(memory.bytes) }
    }

    @Test func aWholeImageIsDescribed() {
        let jpeg = testJPEG(size)
        let found = inspect(jpeg)
        #expect(found.isWhole && found.hasHuffmanTables)
        #expect(found.imageRange == 0..<jpeg.count)
        #expect(found.size == size)
        #expect(found.scanOffset.map { Array(jpeg[$0..<$0 + 2]) } == [0xFF, 0xDA])
    }

    @Test func everyTruncationIsNoticed() {
        let jpeg = testJPEG(size)
        #expect((0..<jpeg.count).allSatisfy { !inspect(Array(jpeg.prefix($0))).isWhole })
    }

    @Test func missingHuffmanTablesAreNoticed() {
        let found = inspect(withoutHuffmanTables(testJPEG(size)))
        #expect(found.isWhole && !found.hasHuffmanTables)
    }

    @Test func doubledStartsAndJunkAreLeftOut() {
        let jpeg = testJPEG(size)
        #expect(inspect([0xFF, 0xD8] + jpeg).imageRange == 2..<jpeg.count + 2)
        #expect(inspect([0xFF, 0xD8, 0xFF, 0xD8] + jpeg).imageRange == 4..<jpeg.count + 4)
        #expect(inspect([0xFF, 0xD8, 0xFF] + jpeg).imageRange == 3..<jpeg.count + 3)
        #expect(inspect([9, 0xFF, 9] + jpeg + [0, 0, 0xFF, 0xD8]).imageRange == 3..<jpeg.count + 3)
    }

    @Test func restartMarkersAreNoEnd() throws {
        let blocks = [40, 90, 140, 190, 240].map { flatGreyBlock(UInt8($0)) }
        let jpeg = joinedWithRestarts(blocks)
        #expect(inspect(jpeg).isWhole)
        #expect(inspect(jpeg).imageRange == 0..<jpeg.count)
        let wide = PixelSize(width: 40, height: 8)
        let picture = try render(.jpeg(jpeg, wide), view: wide)
        #expect((0..<5).map { picture.color($0 * 8 + 4, 4).green } == [40, 90, 140, 190, 240])
    }

    @Test func progressiveImagesAreWholeToo() throws {
        let folder = TemporaryFolder()
        let plain = folder.file("plain.jpg", testJPEG(size))
        try run("convert", plain, "-interlace", "JPEG", folder.file("progressive.jpg"))
        let jpeg = try contents(folder.file("progressive.jpg"))
        #expect(jpeg.indices.dropLast().contains { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC2 })
        #expect(inspect(jpeg).isWhole)
        #expect(inspect(jpeg).imageRange == 0..<jpeg.count)
    }

    @Test func anImageWhoseEndIsMissingStopsBeforeTheNext() {
        let jpeg = testJPEG(size)
        let cut = Array(jpeg.dropLast(2))
        let found = inspect(cut + jpeg)
        #expect(!found.isWhole)
        #expect(found.imageRange == 0..<cut.count)
    }

    @Test func anImpossibleSizeIsNotWhole() {
        var jpeg = testJPEG(size)
        for offset in jpeg.indices where jpeg[offset...].starts(with: [0xFF, 0xC0]) {
            jpeg.replaceSubrange(offset + 5..<offset + 9, with: [0, 0, 0, 64])
        }
        #expect(inspect(jpeg).size == nil)
        #expect(!inspect(jpeg).isWhole)
    }

    @Test func emptyPictureHasNoEdges() {
        #expect(inspect([]).imageRange == nil)
        #expect(inspect([0xFF]).imageRange == nil)
        #expect(inspect([UInt8](repeating: 0xFF, count: 100_000)).imageRange == nil)
        #expect(!inspect([0xFF, 0xD8, 0xFF, 0xC0, 0xFF, 0xFF]).isWhole)
    }
}
