// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Platform

/// The system calls a camera needs: the seam at which tests put a scripted kernel.
///
/// Each call means what the C function of the same name means, fails with that function's errno, and is repeated
/// when a signal interrupts it. Thread-safe, as the kernel is.
public protocol VideoKernel: Sendable {
    /// The same devices seen through a library that makes other formats out of the camera's own; nil if there is
    /// none. Used only for cameras without a format that can be shown directly.
    var converting: (any VideoKernel)? { get }

    /// Whether mapped buffers stay readable when their stream has ended and the descriptor is closed, as the kernel
    /// itself promises. If not, frames are copied.
    var mappingsOutliveStream: Bool { get }

    /// Opens for reading and writing, without waiting and not inherited by children (`O_RDWR | O_NONBLOCK |
    /// O_CLOEXEC`).
    func open(_ path: String) throws(Errno) -> Int32
    func close(_ descriptor: Int32)
    /// - Parameter argument: the structure that the request documents.
    func ioctl(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno)
    /// Maps a driver's buffer for reading and writing, shared.
    func mmap(_ descriptor: Int32, length: Int, offset: Int) throws(Errno) -> UnsafeMutableRawPointer
    func munmap(_ address: UnsafeMutableRawPointer, length: Int)
    /// - Parameter timeout: milliseconds; 0 does not wait.
    /// - Returns: the `POLL…` bits that are set; 0 when the time ran out.
    func poll(_ descriptor: Int32, events: Int16, timeout: Int32) throws(Errno) -> Int16

    var now: MonotonicTime { get }
    /// Blocks the thread.
    func pause(for duration: Duration)

    /// Stops what a device moves when this process has ended; nil if nothing can.
    func motionGuard(_ descriptor: Int32, _ path: String) -> MotionGuard?
}
