// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// A photo's file states what was read back from the device, and nothing else.
@Suite struct MeasuredMetadataTests {
    private static let size = PixelSize(width: 320, height: 180)
    private static let tags = [
        "ExposureTime", "ExposureMode", "WhiteBalance", "DigitalZoomRatio", "SubjectArea", "Orientation",
    ]

    private func read(
        _ measured: MeasuredSettings, _ format: PhotoFormat, _ orientation: PhotoOrientation = .upright
    ) throws -> [String: String] {
        let shot = Shot(
            frame: .jpeg(testJPEG(Self.size), Self.size),
            time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "T", node: "", position: .simulated),
            mode: .automatic, format: format, quality: 90, orientation: orientation, measured: measured)
        let folder = TemporaryFolder()
        let bytes = try PhotoEncoder(software: "T").encode(shot).bytes
        let path = folder.file("photo." + format.fileExtension, bytes)
        let verdict = try run("exiftool", "-validate", "-warning", "-error", "-a", path)
        #expect(verdict.contains(": OK"), "\(verdict)")
        let command = ["exiftool", "-s", "-n"] + Self.tags.map { "-EXIF:" + $0 } + [path]
        let printed = String(decoding: try output(of: command), as: UTF8.self)
        let pairs = printed.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].filter { $0 != " " }, String(parts[1].drop { $0 == " " }))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test(arguments: PhotoFormat.allCases)
    func measuredFactsAreWritten(format: PhotoFormat) throws {
        let measured = MeasuredSettings(
            exposureTime: .microseconds(15_600), isExposureAutomatic: false, isWhiteBalanceAutomatic: false,
            digitalZoom: 1.5, pointOfInterest: PixelPoint(x: 300, y: 17))
        #expect(
            try read(measured, format) == [
                "ExposureTime": "0.0156", "ExposureMode": "1", "WhiteBalance": "1",
                "DigitalZoomRatio": "1.5", "SubjectArea": "300 17", "Orientation": "1",
            ])
    }

    @Test func automaticSettingsAreWrittenAsAutomatic() throws {
        let measured = MeasuredSettings(isExposureAutomatic: true, isWhiteBalanceAutomatic: true)
        #expect(
            try read(measured, .jpeg) == ["ExposureMode": "0", "WhiteBalance": "0", "Orientation": "1"])
    }

    @Test(arguments: PhotoFormat.allCases)
    func unmeasuredFactsAreNotWritten(format: PhotoFormat) throws {
        #expect(try read(MeasuredSettings(), format) == ["Orientation": "1"])
    }

    @Test func senselessFactsAreNotWritten() throws {
        let measured = MeasuredSettings(
            exposureTime: .zero, digitalZoom: 0, pointOfInterest: PixelPoint(x: 320, y: 0))
        #expect(try read(measured, .jpeg) == ["Orientation": "1"])
        #expect(PhotoMetadata.fraction(.seconds(-1)) == nil)
        #expect(PhotoMetadata.fraction(Double.nan) == nil)
        #expect(PhotoMetadata.fraction(Double.infinity) == nil)
    }

    @Test func exifTimesAreExact() throws {
        for (time, fraction) in [
            (Duration.microseconds(100), (1, 10_000)), (.microseconds(33_300), (333, 10_000)),
            (.seconds(2), (2, 1)), (.seconds(30), (30, 1)), (.nanoseconds(1), (1, 1_000_000_000)),
        ] as [(Duration, (UInt32, UInt32))] {
            let made = try #require(PhotoMetadata.fraction(time))
            #expect(made == fraction)
        }
    }

    @Test(arguments: PhotoOrientation.Turn.allCases, [false, true])
    func aViewerTurnsThePictureAsTold(turn: PhotoOrientation.Turn, isMirrored: Bool) throws {
        let orientation = PhotoOrientation(turn: turn, isMirrored: isMirrored)
        #expect(
            try read(MeasuredSettings(), .jpeg, orientation)["Orientation"] == "\(orientation.exifValue)")
    }
}
