// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore

/// What the camera sees, which never changes: a white wall, or a picture.
nonisolated final class FakeView: Sendable {
    private static let wall: UInt32 = 0xffeb_ebeb
    private static let size = PixelSize(width: 1280, height: 720)

    /// Pixels of the whole view, as the viewfinder shows them.
    private let pixels: [UInt32]
    let layout = FrameLayout(
        format: .grey, size: size, bytesPerLine: size.width, color: .jpeg)
    let frame: Frame

    /// - Parameter pictureFile: nil for the wall.
    init(pictureFile: String?) {
        frame = Frame(
            copying: [UInt8](repeating: 235, count: Self.size.width * Self.size.height), layout: layout,
            arrival: MonotonicTime(nanoseconds: 1))
        pixels =
            pictureFile.flatMap(Self.pixels)
            ?? [UInt32](repeating: Self.wall, count: Self.size.width * Self.size.height)
    }

    private static func pixels(ofFile path: String) -> [UInt32]? {
        let (width, height) = (Int32(size.width), Int32(size.height))
        guard let picture = gdk_pixbuf_new_from_file_at_scale(path, width, height, 0, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
        guard let bytes = gdk_pixbuf_get_pixels(picture) else { return nil }
        let (stride, channels) = (
            Int(gdk_pixbuf_get_rowstride(picture)), Int(gdk_pixbuf_get_n_channels(picture))
        )
        return (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                let pixel = bytes + y * stride + x * channels
                return 0xff00_0000 | UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
            }
        }
    }

    /// As the capture core fits it into the viewfinder.
    func picture(of target: ViewfinderTarget) -> Picture? {
        let portion = target.framing.portion(of: Self.size)
        let size = ViewfinderGeometry(source: portion.size, view: target.view).picture
        guard !size.isEmpty else { return nil }
        let memory = paint(size, portion, isMirrored: target.isMirrored)
        let start = UInt(bitPattern: memory)
        return Picture(
            size: size, stride: size.width * 4, isMirrored: target.isMirrored, frame: frame, portion: portion,
            pixels: memory, release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
    }

    /// The view as a photo.
    func photo(fitting size: PixelSize) -> DecodedPhoto {
        let fitted = ViewfinderGeometry(source: Self.size, view: size).picture
        let memory = paint(fitted, PixelRect(Self.size), isMirrored: false)
        let start = UInt(bitPattern: memory)
        return DecodedPhoto(
            size: fitted, fullSize: Self.size, stride: fitted.width * 4, pixels: memory,
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
    }

    private func paint(_ size: PixelSize, _ portion: PixelRect, isMirrored: Bool) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(4, size.area * 4), alignment: 64)
        let target = memory.bindMemory(to: UInt32.self, capacity: max(1, size.area))
        for y in 0..<size.height {
            let line = (portion.y + y * portion.height / size.height) * Self.size.width
            for x in 0..<size.width {
                let across = portion.x + x * portion.width / size.width
                target[y * size.width + (isMirrored ? size.width - 1 - x : x)] = pixels[line + across]
            }
        }
        return memory
    }
}
