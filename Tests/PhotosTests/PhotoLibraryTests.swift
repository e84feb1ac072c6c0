// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Synchronization
import Testing

@testable import Imaging
@testable import Permissions
@testable import Photos

@Suite struct PhotoLibraryTests {
    private let folder = TemporaryFolder()

    private func library(encoder: PhotoEncoder = PhotoEncoder(software: "Tintype test")) -> PhotoLibrary {
        let path = folder.path
        return PhotoLibrary(
            encoder: encoder, journal: path + "/shots", savingGrant: { SavingGrant() }, grant: { grant(path) }
        )
    }

    @Test func twentyPressesMakeTwentyWholeAndDifferentPhotos() async throws {
        let library = library()
        let photos = try await withThrowingTaskGroup(of: SavedPhoto.self) { group in
            for press in 0..<20 {
                // Two presses in each millisecond: names collide, photos don't.
                group.addTask {
                    try await library.save(
                        .memory(testShot(testFrame(bar: press), milliseconds: Int64(press / 2))), to: .library
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(photos.map(\.path)).count == 20)
        #expect(folder.names().count == 20)
        #expect(Set(photos.compactMap { contents($0.path) }).count == 20)
        for photo in photos {
            #expect(photo.format == .heic)
            #expect(succeeds("heif-info", photo.path))
            #expect(succeeds("heif-convert", photo.path, folder.path + "/decoded.png"))
        }
    }

    @Test func jpegPhotoIsAJPEG() async throws {
        let photo = try await library().save(.memory(testShot(format: .jpeg)), to: .library)
        #expect(photo.path.hasSuffix(".jpg") && photo.format == .jpeg)
        #expect(succeeds("ffmpeg", "-loglevel", "error", "-i", photo.path, "-f", "null", "-"))
    }

    @Test func missingEncoderNamesTheFileJPEG() async throws {
        let encoder = PhotoEncoder(software: "T", canMakeHEIC: { false })
        let said = Mutex<[String]>([])
        let path = folder.path
        let library = PhotoLibrary(
            encoder: encoder, journal: path + "/shots", log: { text, _ in said.withLock { $0.append(text) } },
            grant: { grant(path) })
        let photo = try await library.save(.memory(testShot()), to: .library)
        #expect(photo.format == .jpeg && photo.path.hasSuffix(".jpg"))
        #expect(said.withLock { $0.count } == 1)
    }

    @Test func missingPermissionWritesNothing() async {
        let library = PhotoLibrary(
            encoder: PhotoEncoder(software: "T"), journal: folder.path + "/shots", grant: { nil })
        await #expect { _ = try await library.save(.memory(testShot()), to: .library) } throws: {
            ($0 as? SaveError)?.code == .notAllowed
        }
        #expect(folder.names() == [])
    }

    @Test func aFrameThatIsNoPictureLeavesNothing() async {
        let layout = FrameLayout(
            format: .mjpeg, size: PixelSize(width: 64, height: 48), bytesPerLine: 0, color: .jpeg)
        let frame = Frame(
            layout: layout, sequence: 0, arrival: MonotonicTime(nanoseconds: 0), isDamaged: true,
            bytes: UnsafeRawBufferPointer(start: nil, count: 0), release: {})
        await #expect { _ = try await library().save(.memory(testShot(frame)), to: .library) } throws: {
            ($0 as? SaveError)?.code == .encodingFailed
        }
        #expect(folder.names() == [])
    }

    @Test func theDriversBufferIsReadBeforeAnythingIsAsked() async throws {
        let frame = testFrame(bar: 3)
        let expected = try PhotoEncoder(software: "T").encode(testShot(frame)).bytes
        let path = folder.path
        let library = PhotoLibrary(encoder: PhotoEncoder(software: "T"), journal: path + "/shots") {
            // As a driver does with a returned buffer.
            frame.withBytes { bytes in
                if let base = bytes.baseAddress {
                    memset(UnsafeMutableRawPointer(mutating: base), 0, bytes.count)
                }
            }
            return grant(path)
        }
        let photo = try await library.save(.memory(testShot(frame)), to: .library)
        #expect(contents(photo.path) == expected)
    }

    @Test func aFileThatThePersonChoseIsReplaced() async throws {
        let path = folder.path + "/mine.heic"
        _ = try await library().save(.memory(testShot(testFrame(bar: 1))), to: .file(path))
        let first = contents(path)
        let saved = try await library().save(.memory(testShot(testFrame(bar: 2))), to: .file(path))
        #expect(saved == SavedPhoto(path: path, format: .heic))
        #expect(contents(path) != first)
        #expect(folder.names(in: "") == ["mine.heic", "shots"])
        #expect(folder.names(in: "shots").allSatisfy { $0.hasSuffix(".lock") })
    }

    @Test(arguments: ["a.jpg", "b.JPEG", "c.d.Jpg"])
    func theExtensionDecidesForJPEG(name: String) async throws {
        let saved = try await library().save(.memory(testShot()), to: .file(folder.path + "/" + name))
        #expect(saved.format == .jpeg)
        #expect(contents(saved.path)?.prefix(2) == [0xFF, 0xD8])
    }

    @Test(arguments: ["a.heic", "b.HEIF", "c.d.hif"])
    func theExtensionDecidesForHEIC(name: String) async throws {
        let saved = try await library().save(
            .memory(testShot(format: .jpeg)), to: .file(folder.path + "/" + name))
        #expect(saved == SavedPhoto(path: folder.path + "/" + name, format: .heic))
    }

    @Test func aJPEGIsNeverNamedHEIC() async throws {
        let library = PhotoLibrary(
            encoder: PhotoEncoder(software: "T", canMakeHEIC: { false }), journal: folder.path + "/shots",
            savingGrant: { SavingGrant() }, grant: { nil })
        let paths = [
            try await library.save(.memory(testShot()), to: .file(folder.path + "/doc.heic")).path,
            try await library.save(.memory(testShot()), to: .file(folder.path + "/doc.heic")).path,
        ]
        #expect(paths == [folder.path + "/doc.jpg", folder.path + "/doc (JPEG).jpg"])
        #expect(folder.names(in: "").filter { $0.hasPrefix("doc") } == ["doc (JPEG).jpg", "doc.jpg"])
    }

    @Test func anyOtherExtensionLeavesItToTheShot() {
        #expect(PhotoDestination.file("/x/a.tif", SavingGrant()).format == nil)
        #expect(PhotoDestination.file("/x/heic", SavingGrant()).format == nil)
        #expect(PhotoDestination.file("/x/a.heic", SavingGrant()).format == .heic)
        #expect(PhotoDestination.file("/x.jpg/a", SavingGrant()).format == nil)
        #expect(PhotoDestination.recoveredFile("/a.jpeg", SavingGrant()).format == .jpeg)
    }
}
