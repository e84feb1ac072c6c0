// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

@Suite struct PhotoEncoderTests {
    private static let size = PixelSize(width: 320, height: 180)

    private func shot(_ format: PhotoFormat, camera: String = "Test Scene") -> Shot {
        Shot(
            frame: .jpeg(testJPEG(Self.size), Self.size),
            // 2024-02-29 12:34:56.789 UTC, an hour and a half west of it.
            time: WallTime(nanosecondsSince1970: 1_709_210_096_789_000_000, offsetFromUTC: -5400),
            camera: CameraInfo(id: CameraID(rawValue: "x"), name: camera, node: "", position: .simulated),
            mode: .automatic, format: format, quality: 90)
    }

    @Test(arguments: PhotoFormat.allCases)
    func exiftoolReadsWhatIsKnown(format: PhotoFormat) throws {
        let photo = try PhotoEncoder(software: "Tintype 1.2.3").encode(
            shot(format, camera: "Logitech BRIO"))
        #expect(photo.format == format && photo.substitution == nil && photo.isWhole)
        let facts = try exif(photo)
        let expected = [
            "Make": "Logitech", "Model": "Logitech BRIO", "Software": "Tintype 1.2.3", "Orientation": "1",
            "ModifyDate": "2024:02:29 11:04:56", "DateTimeOriginal": "2024:02:29 11:04:56",
            "CreateDate": "2024:02:29 11:04:56", "OffsetTime": "-01:30", "OffsetTimeOriginal": "-01:30",
            "OffsetTimeDigitized": "-01:30", "SubSecTime": "789", "SubSecTimeOriginal": "789",
            "SubSecTimeDigitized": "789", "ExifImageWidth": "320", "ExifImageHeight": "180",
            "ColorSpace": "1", "XResolution": "72", "YResolution": "72", "ResolutionUnit": "2",
            "ExifVersion": "0232", "FlashpixVersion": "0100",
            "ComponentsConfiguration": "1 2 3 0", "YCbCrPositioning": "1",
        ]
        // Nothing else: no place, no machine, no person.
        #expect(facts == expected)
    }

    /// exiftool's reading of the EXIF block, as numbers.
    private func exif(_ photo: EncodedPhoto) throws -> [String: String] {
        let file = TemporaryFolder()
        let path = file.file("photo." + photo.format.fileExtension, photo.bytes)
        let printed = try run("exiftool", "-s", "-n", "-EXIF:all", path)
        let pairs = printed.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (
                parts[0].filter { $0 != " " }, String(parts.last?.drop { $0 == " " } ?? "")
            )
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func exiftoolFindsNothingWrong() throws {
        for format in PhotoFormat.allCases {
            let photo = try PhotoEncoder(software: "Tintype 1").encode(shot(format))
            let folder = TemporaryFolder()
            let path = folder.file("photo." + format.fileExtension, photo.bytes)
            let verdict = try run("exiftool", "-validate", "-warning", "-error", "-a", path)
            #expect(verdict.contains(": OK"), "\(verdict)")
        }
    }

    @Test func exifComesFirstInAJPEG() throws {
        let bytes = try PhotoEncoder(software: "T").encode(shot(.jpeg)).bytes
        #expect(Array(bytes[..<4]) == [0xFF, 0xD8, 0xFF, 0xE1])
        #expect(Array(bytes[6..<12]) == Array("Exif".utf8) + [0, 0])
        #expect(bytes.withUnsafeBytes { MJPEGInspector($0).isWhole })
    }

    @Test func missingHEVCEncoderGivesAJPEG() throws {
        let photo = try PhotoEncoder(software: "T", canMakeHEIC: { false }).encode(shot(.heic))
        #expect(photo.format == .jpeg)
        #expect(photo.substitution?.code == .encoderMissing)
        #expect(Array(photo.bytes[..<2]) == [0xFF, 0xD8])
    }

    @Test func aWantedJPEGIsNoSubstitute() throws {
        #expect(
            try PhotoEncoder(software: "T", canMakeHEIC: { false }).encode(shot(.jpeg)).substitution == nil)
    }

    @Test func encoderProbeIsRepeatable() {
        #expect(HEICEncoder.isAvailable() == HEICEncoder.isAvailable())
    }

    @Test func aMakerIsNamedOnlyWhereTheCameraDoes() {
        #expect(PhotoMetadata.maker(of: "HP HD Camera") == "HP")
        #expect(PhotoMetadata.maker(of: "Microsoft® LifeCam") == "Microsoft")
        #expect(PhotoMetadata.maker(of: "HD Pro Webcam C920") == nil)
        #expect(PhotoMetadata.maker(of: "") == nil)
    }

    @Test func lettersThatEXIFLacksBecomeQuestionMarks() throws {
        let photo = try PhotoEncoder(software: "T").encode(shot(.jpeg, camera: "Kamera für alle"))
        #expect(try exif(photo)["Model"] == "Kamera f?r alle")
    }
}
