internal import CShims
internal import Glibc

// libc and libv4l2 by name, once; everything above says what it wants in Swift.

/// Repeats the call while a signal interrupts it; throws the errno of a result below zero.
///
/// A driver that reports EINTR without a signal is not asked forever.
func retrying(_ call: () -> Int32) throws(Errno) -> Int32 {
    for _ in 0..<interruptionLimit {
        let result = call()
        if result >= 0 { return result }
        let failure = Errno.current
        if failure != .interrupted { throw failure }
    }
    throw .interrupted
}

/// More signals than come during one call.
let interruptionLimit = 1000

let systemOpenFlags = O_RDWR | O_NONBLOCK | O_CLOEXEC

func systemPoll(_ descriptor: Int32, events: Int16, timeout: Int32) throws(Errno) -> Int16 {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    _ = try retrying { poll(&entry, 1, timeout) }
    return entry.revents
}

/// CLOCK_MONOTONIC, in nanoseconds.
func systemMonotonicNanoseconds() -> Int64 {
    var now = timespec()
    _ = clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
