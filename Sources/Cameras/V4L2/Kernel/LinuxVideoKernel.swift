/// The kernel's own video interface, with nothing in between.
///
/// libv4l2 stays out of the way of cameras that need no conversion: opening through it costs a second enumeration
/// and a look through its quirk tables, each ioctl takes its lock, and it refuses to free buffers while one is
/// still mapped, which a frame on the screen always is.
public struct LinuxVideoKernel: VideoKernel {
    public init() {}

    public var converting: (any VideoKernel)? { LibV4L2Kernel() }
    public var mappingsOutliveStream: Bool { true }

    public func open(_ path: String) throws(Errno) -> Int32 {
        try retrying { systemOpen(path) }
    }

    public func close(_ descriptor: Int32) { systemClose(descriptor) }

    public func ioctl(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        _ = try retrying { systemIoctl(descriptor, request.number, argument) }
    }

    public func mmap(_ descriptor: Int32, length: Int, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        try systemMmap(descriptor, length: length, offset: offset)
    }

    public func munmap(_ address: UnsafeMutableRawPointer, length: Int) {
        systemMunmap(address, length: length)
    }

    public func poll(_ descriptor: Int32, events: Int16, timeout: Int32) throws(Errno) -> Int16 {
        try systemPoll(descriptor, events: events, timeout: timeout)
    }
}
