// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Photos whose numbers are not sRGB's.
@Suite struct PhotoColorTests {
    private static let size = PixelSize(width: 160, height: 120)

    /// The mean: where a colour leaves sRGB's range, single steps of the file become many.
    private func distanceToDisplayP3(_ file: [UInt8]) throws -> Double {
        let image = TestImage(size: Self.size)
        return try decoded(file).distance { TestProfile.sRGB(ofDisplayP3: image.pixel($0, $1)) }.mean
    }

    @Test func aJPEGWithAProfileIsBroughtToSRGB() throws {
        let file = try jpegFile(testJPEG(Self.size, TJSAMP_444, quality: 100), profile: TestProfile.displayP3)
        #expect(try distanceToDisplayP3(file) <= 2)
        #expect(try decoded(file).distanceToTestImage.most > 15)
    }

    /// A copy has the photo's own colours, and says so; what is sRGB anyway needs no profile.
    @Test(arguments: ["heic", "jpg", "png"]) func aCopyKeepsTheProfile(kind: String) throws {
        let jpeg = testJPEG(Self.size, TJSAMP_444, quality: 100)
        // Two segments long, with the length that it says.
        var long = TestProfile.displayP3 + [UInt8](repeating: 0, count: 60_000)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: long.count >> (24 - 8 * $0)) }
        long.replaceSubrange(0..<4, with: length)
        for source in [
            try jpegFile(jpeg, profile: TestProfile.displayP3),
            try jpegFile(jpeg, profile: long),
        ] {
            let copy = try source.withUnsafeBytes { bytes in
                let profile = PhotoDecoder.profile(bytes)
                #expect(!profile.isEmpty)
                let photo = try PhotoDecoder.whole(bytes, in: profile)
                #expect(photo.distanceToTestImage.mean <= 2)
                let notes = CopiedNotes(of: bytes, profile: profile)
                return switch kind {
                case "heic": try PhotoExporter.heic(photo, quality: 98, notes: notes)
                case "jpg": try PhotoExporter.jpeg(photo, quality: 98, notes: notes)
                default: try PhotoExporter.png(photo, notes: notes)
                }
            }
            #expect(try distanceToDisplayP3(copy) <= 3)
            let path = TemporaryFolder()
            #expect(
                try run("exiftool", "-s3", "-ICC_Profile:ProfileClass", path.file("a.\(kind)", copy))
                    == "Display Device Profile\n")
        }
        let plain = try jpegFile(jpeg, profile: TestProfile.sRGB)
        #expect(plain.withUnsafeBytes { PhotoDecoder.profile($0) } == [])
    }

    @Test func aPNGWithAProfileIsBroughtToSRGB() throws {
        let folder = TemporaryFolder()
        let path = folder.file("p3.png")
        try run(
            "convert", folder.file("a.png", try PhotoExporter.png(try testPhoto(Self.size))), "-profile",
            folder.file("p3.icc", TestProfile.displayP3), path)
        #expect(try distanceToDisplayP3(try contents(path)) <= 2)
    }

    @Test func aHEICWithOtherPrimariesIsBroughtToSRGB() throws {
        var file = try PhotoExporter.heic(try testPhoto(Self.size), quality: 98)
        let box = Array("colrnclx".utf8) + [0, 1]
        let start = try #require(file.indices.first { file[$0...].starts(with: box) })
        file[start + 9] = 12
        #expect(try distanceToDisplayP3(file) <= 2.5)
    }

    @Test func aHEICWithAProfileIsBroughtToSRGB() throws {
        let folder = TemporaryFolder()
        let (png, heic) = (folder.file("p3.png"), folder.file("p3.heic"))
        try run(
            "convert", folder.file("a.png", try PhotoExporter.png(try testPhoto(Self.size))), "-profile",
            folder.file("p3.icc", TestProfile.displayP3), png)
        try run("heif-enc", "-q", "98", "-o", heic, png)
        #expect(try distanceToDisplayP3(try contents(heic)) <= 2.5)
    }

    @Test func sRGBsOwnProfileChangesNothing() throws {
        let jpeg = testJPEG(Self.size, TJSAMP_444)
        let (plain, tagged) = (try decoded(jpeg), try decoded(try jpegFile(jpeg, profile: TestProfile.sRGB)))
        #expect(tagged.distance(to: plain.color).most == 0)
    }

    @Test func aBrokenProfileChangesNothing() throws {
        let jpeg = testJPEG(Self.size, TJSAMP_444)
        let plain = try decoded(jpeg)
        var broken = TestProfile.displayP3
        broken.replaceSubrange(140..<300, with: [UInt8](repeating: 0xFF, count: 160))
        for profile in [broken, [1, 2, 3], Array(TestProfile.displayP3[..<200])] {
            #expect(try decoded(try jpegFile(jpeg, profile: profile)).distance(to: plain.color).most == 0)
        }
    }
}
