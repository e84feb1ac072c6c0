// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc

@testable import Permissions
@testable import Photos

/// Grey 4:2:0 with a brighter bar whose place tells frames apart.
func testFrame(bar: Int = 0, size: PixelSize = PixelSize(width: 128, height: 96)) -> Frame {
    let layout = FrameLayout(format: .yuv420, size: size, bytesPerLine: size.width, color: .jpeg)
    let bytes = (0..<(layout.wholeByteCount ?? 0)).map { index in
        let isBar = index < size.area && index % size.width / 4 == bar
        return UInt8(isBar ? 220 : index < size.area ? 60 : 128)
    }
    return testFrame(bytes, layout, sequence: UInt32(bar))
}

/// A frame of just these bytes.
func testFrame(_ content: [UInt8], _ layout: FrameLayout, sequence: UInt32 = 0) -> Frame {
    Frame(copying: content, layout: layout, sequence: sequence, memory: .shared)
}

func testShot(
    _ frame: Frame = testFrame(), milliseconds: Int64 = 0, at time: WallTime? = nil,
    format: PhotoFormat = .heic
) -> Shot {
    Shot(
        frame: frame,
        time: time
            ?? WallTime(
                nanosecondsSince1970: 1_709_210_096_000_000_000 + milliseconds * 1_000_000, offsetFromUTC: 0),
        camera: CameraInfo(id: CameraID(rawValue: "test"), name: "Test", node: "", position: .simulated),
        mode: .automatic, format: format, quality: 80)
}

/// The name of `testShot`.
let testName = PhotoName(time: testShot().time)

func grant(_ library: String) -> LibraryGrant { grant(.camera(library: library)) }

func grant(_ place: LibraryPlace) -> LibraryGrant {
    let grant = LibraryGrant(
        folder: place.folder, isHeld: { _ in true },
        opening: { () throws(SaveError) in try LibraryFolder.open(place) })
    // Used once: the folder is there, and held.
    if let number = try? grant.open() { close(number) }
    return grant
}
