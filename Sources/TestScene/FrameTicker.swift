// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
public import CaptureCore
internal import Glibc
internal import Platform

/// Ticks when the next frame is due. Thread-bound.
protocol FrameTicker: AnyObject {
    /// Readable when a tick is pending.
    var fileDescriptor: Int32 { get }
    /// Ticks at once and then regularly; changes the interval when running.
    func start(every interval: Duration) throws(CameraError)
    /// Takes the ticks since the last call; never waits.
    func takeTicks() throws(CameraError) -> UInt64
    func stop()
    func close()
}

/// Ticks by timerfd_create(2), so that the test scene can be polled like a device.
final class TimerTicker: FrameTicker {
    let fileDescriptor: Int32

    private init(_ fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

    /// - Throws: `.failed` when the process has no descriptor left.
    static func open() throws(CameraError) -> TimerTicker {
        let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { throw CameraError(.failed, underlying: errno, step: "timerfd_create") }
        return TimerTicker(descriptor)
    }

    func start(every interval: Duration) throws(CameraError) {
        let (seconds, attoseconds) = interval.components
        let period = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        try set(itimerspec(it_interval: period, it_value: timespec(tv_sec: 0, tv_nsec: 1)))
    }

    func takeTicks() throws(CameraError) -> UInt64 {
        var ticks: UInt64 = 0
        let count = read(fileDescriptor, &ticks, MemoryLayout.size(ofValue: ticks))
        guard count < 0 else { return ticks }
        guard errno == EAGAIN || errno == EINTR else {
            throw CameraError(.failed, underlying: errno, step: "read timerfd")
        }
        return 0
    }

    func stop() {
        var never = itimerspec()
        _ = timerfd_settime(fileDescriptor, 0, &never, nil)
    }

    func close() { _ = Glibc.close(fileDescriptor) }

    private func set(_ wanted: itimerspec) throws(CameraError) {
        var wanted = wanted
        guard timerfd_settime(fileDescriptor, 0, &wanted, nil) == 0 else {
            throw CameraError(.failed, underlying: errno, step: "timerfd_settime")
        }
    }
}

/// The clocks that the test scene reads. Thread-safe.
public struct SceneClock: Sendable {
    /// Stamps the frames.
    public var now: @Sendable () -> MonotonicTime
    /// Shown by the clocks in the picture.
    public var wall: @Sendable () -> WallTime

    public init(now: @escaping @Sendable () -> MonotonicTime, wall: @escaping @Sendable () -> WallTime) {
        (self.now, self.wall) = (now, wall)
    }

    /// The machine's own clocks and its time zone.
    public static let system = SceneClock(now: { .now }, wall: { WallTime(at: .now) })
}
