// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Synchronization
import Testing

@testable import Imaging

/// Frames in memory that another program writes to while they are read.
@Suite struct SharedMemoryTests {
    /// No whole blocks: then TurboJPEG copies what it has decoded by `memcpy`, which the address sanitizer sees.
    private static let size = PixelSize(width: 150, height: 118)
    private let layout = FrameLayout.jpeg(Self.size)
    private let target = ViewfinderTarget(view: PixelSize(width: 64, height: 48), isMirrored: false)
    private let pages: SharedPages
    /// Where the frame header begins.
    private let header: Int

    init() throws {
        let jpeg = testJPEG(Self.size, TJSAMP_420)
        pages = try #require(SharedPages(jpeg))
        header = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    }

    /// Writes now the one, now the other.
    private func alternate(_ values: [UInt8], at offset: Int) -> BackgroundLoop {
        let (pages, turn) = (pages, Turn())
        return BackgroundLoop { pages.write(values[turn.next() % values.count], at: offset) }
    }

    /// 4:2:0 and 4:4:4: room for the one, and decoded as the other, is three times too little.
    @Test func planesAreAsLargeAsTheHeaderThatIsDecoded() throws {
        let writer = alternate([0x22, 0x11], at: header + 11)
        defer { writer.stop() }
        let (renderer, pool, probe) = (FrameRenderer(), PicturePool(), FocusProbe())
        let window = SensorWindow(around: .center, side: 0.5)
        for _ in 0..<300 {
            let picture = try renderer.render(.shared(pages, layout), for: target, pool: pool)
            #expect(picture.frameSize == Self.size)
            #expect(probe.sharpness(of: .shared(pages, layout), in: window) != nil)
            #expect(try PlanarImage(decoding: .shared(pages, layout)).size == Self.size)
        }
    }

    /// If the size is read twice, TurboJPEG refuses a picture that has become so much larger.
    @Test func theSizeIsThatOfThePicture() throws {
        let writer = alternate([118, 8], at: header + 6)
        defer { writer.stop() }
        let (renderer, pool, probe) = (FrameRenderer(), PicturePool(), FocusProbe())
        for _ in 0..<300 {
            let picture = try renderer.render(.shared(pages, layout), for: target, pool: pool)
            #expect([118, 8].contains(picture.frameSize.height))
            #expect(probe.signature(of: .shared(pages, layout)) != nil)
        }
    }

    @Test func photoDetailsAreTheFiles() throws {
        let writer = alternate([118, 112], at: header + 6)
        defer { writer.stop() }
        for _ in 0..<300 {
            let shot = Shot(
                frame: .shared(pages, layout), time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
                camera: CameraInfo(id: .testScene, name: "T", node: "", position: .simulated),
                mode: .automatic, format: .jpeg, quality: 80)
            let photo = try PhotoEncoder(software: "T").encode(shot)
            #expect(photo.bytes.withUnsafeBytes { MJPEGInspector($0).size } == photo.size)
        }
    }

    @Test(arguments: [PixelFormat.grey, .yuyv, .nv12, .rgb24, .bgrx32, .mjpeg])
    func readersOfTheHeaderSeeTheRemainingSegments(format: PixelFormat) throws {
        let layout = format == .mjpeg ? layout : .raw(format, Self.size)
        let count = layout.wholeByteCount ?? pages.count
        let raw = try #require(SharedPages(count: count))
        try GreyReader().withGreys(of: .shared(format == .mjpeg ? pages : raw, layout)) { view in
            let before = view.pixels.pointee
            for offset in 0..<count { (format == .mjpeg ? pages : raw).write(~before, at: offset) }
            #expect(view.pixels.pointee == before)
        }
    }

    /// Memory that was never shared is read in place.
    @Test func ownMemoryIsNotCopied() throws {
        let layout = FrameLayout.raw(.grey, Self.size)
        let frame = Frame.test([UInt8](repeating: 7, count: layout.wholeByteCount ?? 0), layout)
        let start = frame.withBytes { $0.baseAddress }
        try GreyReader().withGreys(of: frame) { #expect(UnsafeRawPointer($0.pixels) == start) }
        #expect(frame.unshared() === frame)
    }
}

/// Counts on one thread.
private final class Turn: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
