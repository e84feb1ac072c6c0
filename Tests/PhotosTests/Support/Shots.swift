import CaptureCore

@testable import Permissions

/// Grey 4:2:0 with a brighter bar whose place tells frames apart.
func testFrame(bar: Int = 0, size: PixelSize = PixelSize(width: 128, height: 96)) -> Frame {
    let layout = FrameLayout(format: .yuv420, size: size, bytesPerLine: size.width, color: .jpeg)
    let count = layout.wholeByteCount ?? 0
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    for index in 0..<count {
        let isBar = index < size.area && index % size.width / 4 == bar
        bytes[index] = isBar ? 220 : index < size.area ? 60 : 128
    }
    let address = UInt(bitPattern: bytes.baseAddress)
    return Frame(
        layout: layout, sequence: UInt32(bar), arrival: MonotonicTime(nanoseconds: 0), isDamaged: false,
        bytes: UnsafeRawBufferPointer(bytes),
        release: { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() })
}

func testShot(
    _ frame: Frame = testFrame(), milliseconds: Int64 = 0, format: PhotoFormat = .heic
) -> Shot {
    Shot(
        frame: frame,
        time: WallTime(
            nanosecondsSince1970: 1_709_210_096_000_000_000 + milliseconds * 1_000_000, offsetFromUTC: 0),
        camera: CameraInfo(id: CameraID(rawValue: "test"), name: "Test", node: "", position: .simulated),
        mode: .automatic, format: format, quality: 80)
}

/// The name of `testShot`.
let testName = PhotoName(time: testShot().time)

func grant(_ library: String) -> LibraryGrant { LibraryGrant(library: library) }
