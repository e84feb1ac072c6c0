// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import Glibc
import Imaging
import TestScene

/// Frames to measure with: the built-in test scene at 1080p, which has fine detail, smooth shades and a sensor's noise.
enum TestPicture {
    static let size = PixelSize(width: 1920, height: 1080)
    /// In the source tree.
    private static let pictures =
        #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/data/scene"

    /// The scene after a second, when its exposure has settled, as NV12 in memory of its own.
    static func frame() throws -> Frame {
        let camera = try TestSceneCamera.open(named: "Test Scene", pictures: pictures)
        defer {
            camera.stop()
            camera.close()
        }
        _ = try camera.start()
        var newest: Frame?
        var count = 0
        while count < 30 {
            var descriptor = pollfd(fd: camera.fileDescriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, 1000)
            guard let frame = try camera.nextFrame() else { continue }
            newest = frame.detached()
            count += 1
        }
        guard let newest else { throw Problem.noFrame }
        return newest
    }

    /// The frame side by side and below itself until it fills another size: as much detail in each pixel.
    ///
    /// Its brightness is called full range, as motion JPEG's is, so that decoders' results can be compared.
    static func tiled(_ frame: Frame, to size: PixelSize) -> Frame {
        let source = frame.layout
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * 3 / 2)
        frame.withBytes { pixels in
            func addRow(_ start: Int) {
                var left = size.width
                while left > 0 {
                    let count = min(left, source.size.width)
                    bytes += pixels[start..<start + count]
                    left -= count
                }
            }
            for y in 0..<size.height { addRow(y % source.size.height * source.bytesPerLine) }
            for y in 0..<size.height / 2 {
                addRow((source.size.height + y % (source.size.height / 2)) * source.bytesPerLine)
            }
        }
        let layout = FrameLayout(format: .nv12, size: size, bytesPerLine: size.width, color: .jpeg)
        return Frame(copying: bytes, layout: layout, arrival: frame.arrival)
    }

    /// The frame as a camera's JPEG chip would send it.
    static func motionJPEG(of frame: Frame) throws -> Frame {
        let bytes = try JPEGEncoder.encode(try PlanarImage(decoding: frame), quality: 90, exif: [])
        return motionJPEG(bytes, frame.layout.size, arrival: frame.arrival)
    }

    static func motionJPEG(_ bytes: [UInt8], _ size: PixelSize, arrival: MonotonicTime) -> Frame {
        Frame(
            copying: bytes,
            layout: FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg), arrival: arrival)
    }

    enum Problem: Error { case noFrame }
}
