import Cameras
import CaptureCore
import Glibc
import Imaging

/// Frames to measure with: the built-in test scene at 1080p, which has fine detail, smooth shades and a sensor's noise.
enum TestPicture {
    static let size = PixelSize(width: 1920, height: 1080)

    /// The scene after a second, when its exposure has settled, as NV12 in memory of its own.
    static func frame() throws -> Frame {
        let camera = try TestSceneCamera.open(named: "Test Scene")
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

    /// The frame as a camera's JPEG chip would send it.
    static func motionJPEG(of frame: Frame) throws -> Frame {
        let bytes = try JPEGEncoder.encode(try PlanarImage(decoding: frame), quality: 90, exif: [])
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
        copy.copyBytes(from: bytes)
        let start = UInt(bitPattern: copy.baseAddress)
        return Frame(
            layout: FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg), sequence: 0,
            arrival: frame.arrival, isDamaged: false, bytes: UnsafeRawBufferPointer(copy),
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
    }

    enum Problem: Error { case noFrame }
}
