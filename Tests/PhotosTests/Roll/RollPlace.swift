// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Synchronization
import Testing

@testable import Imaging
@testable import Permissions
@testable import Photos

/// A library's folder for one test, and a roll of it.
final class RollPlace: Sendable {
    let folder = TemporaryFolder()
    let roll: PhotoRoll
    let said = Said()

    /// The person's answer, as the roll gets it.
    final class Said: Sendable {
        let grant = Mutex<LibraryGrant?>(nil)
        let log = Mutex<[String]>([])
    }

    init(isAllowed: Bool = true, isSavingOn: Bool = true, hasCache: Bool = true) {
        let (folder, said) = (folder, said)
        let allowed = isAllowed ? grant(folder.path) : nil
        said.grant.withLock { $0 = allowed }
        roll = PhotoRoll(
            journal: folder.path + "/shots", thumbnails: hasCache ? folder.path + "/cache/thumbnails" : nil,
            log: { text, _ in said.log.withLock { $0.append(text) } },
            savingGrant: { isSavingOn ? SavingGrant() : nil }, grant: { said.grant.withLock { $0 } })
    }

    func path(_ name: String) -> String { folder.path + "/Camera/" + name }

    /// Writes a file; by default one that was last changed some time ago.
    @discardableResult
    func put(_ bytes: [UInt8], _ name: String, modified: Int = 1_700_000_000) throws -> LibraryEntry {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        touch(name, modified)
        return try entry(name)
    }

    /// Says when a file was last changed, in seconds.
    func touch(_ name: String, _ seconds: Int) {
        utimensat(
            AT_FDCWD, path(name),
            [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 123_456_789)], 0)
    }

    /// The entry of a file as it is.
    func entry(_ name: String) throws -> LibraryEntry {
        let status = try #require(try system_status(of: path(name)))
        return RollFolder.entry(name, status, in: folder.path + "/Camera")
    }

    func listing() async throws -> LibraryListing {
        for await listing in roll.listings() { return listing }
        throw CancellationError()
    }

    /// Files in a folder of the thumbnail cache.
    func thumbnails(_ size: String = "large") -> [String] { folder.names(in: "cache/thumbnails/" + size) }
}

/// The error that a call throws; nil if it succeeds.
func fault<Failure: Error, Value>(
    _ body: () async throws(Failure) -> Value
) async -> Failure? {
    do throws(Failure) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

/// A photo's file, with a bar near its left side: it shows which side is up.
func photoFile(
    _ format: PhotoFormat, size: PixelSize = PixelSize(width: 128, height: 96), hasMetadata: Bool = true
) throws -> [UInt8] {
    let frame = testFrame(bar: 2, size: size)
    guard hasMetadata else {
        return try JPEGEncoder.encode(PlanarImage.framed(frame, .asDelivered), quality: 95, exif: [])
    }
    return try PhotoEncoder(software: "T").encode(testShot(frame, format: format)).bytes
}

extension DecodedPhoto {
    /// Green of a pixel.
    func green(_ x: Int, _ y: Int) -> Int {
        defer { withExtendedLifetime(self) {} }
        return Int(pixels.load(fromByteOffset: y * stride + 4 * x + 1, as: UInt8.self))
    }

    /// All greens, line by line.
    var greens: [Int] { (0..<size.height).flatMap { y in (0..<size.width).map { green($0, y) } } }

    /// As `greens` after a quarter turn.
    var greensTurnedClockwise: [Int] {
        (0..<size.width).flatMap { x in (0..<size.height).reversed().map { green(x, $0) } }
    }
}

func decoded(_ bytes: [UInt8]) throws -> DecodedPhoto {
    try bytes.withUnsafeBytes { try PhotoDecoder.photo($0, fitting: nil) }
}
