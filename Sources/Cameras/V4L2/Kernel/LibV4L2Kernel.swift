// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import CV4L2
internal import CaptureCore
internal import Glibc
internal import Platform

/// The video interface through libv4l2.
///
/// A camera whose own formats can be shown is opened with the library's conversion off: calls then go straight
/// through to its plugin or the kernel, zero-length frames included, and mappings stay readable after the stream.
/// For all others `converting` turns the conversion on, which adds what libv4lconvert makes (Bayer, vendor formats);
/// its buffer is freed at close, and it refuses to free mapped buffers, so those frames are copied.
struct LibV4L2Kernel: VideoKernel {
    private static let openFlags = O_RDWR | O_NONBLOCK | O_CLOEXEC
    private let converts: Bool

    /// Also silences the library, which prints to stderr about every short frame.
    init() { self.init(converts: false) }

    private init(converts: Bool) {
        Self.isSilent
        self.converts = converts
    }

    /// Done once: the library's own variable has no lock.
    private static let isSilent: Void = tt_v4l2_silence()

    var converting: (any VideoKernel)? { converts ? nil : Self(converts: true) }
    var mappingsOutliveStream: Bool { !converts }

    func open(_ path: String) throws(Errno) -> Int32 {
        try retrying {
            converts ? tt_v4l2_open(path, Self.openFlags) : tt_v4l2_open_native(path, Self.openFlags)
        }
    }

    func close(_ descriptor: Int32) { _ = v4l2_close(descriptor) }

    func ioctl(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        _ = try retrying { tt_v4l2_ioctl(descriptor, request.number, argument) }
    }

    func mmap(_ descriptor: Int32, length: Int, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        let address = v4l2_mmap(
            nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int64(offset))
        guard let address, address != MAP_FAILED else { throw .current }
        return address
    }

    func munmap(_ address: UnsafeMutableRawPointer, length: Int) { _ = v4l2_munmap(address, length) }

    func poll(_ descriptor: Int32, events: Int16, timeout: Int32) throws(Errno) -> Int16 {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        _ = try retrying { Glibc.poll(&entry, 1, timeout) }
        return entry.revents
    }

    var now: MonotonicTime { .now }

    func motionGuard(_ descriptor: Int32, _ path: String) -> MotionGuard? {
        MotionGuard(device: descriptor, path: path)
    }

    /// Firmware gives no event for when it takes the next write; only the thread for controls waits here.
    func pause(for duration: Duration) { usleep(useconds_t(clamping: Int(duration / .microseconds(1)))) }
}
