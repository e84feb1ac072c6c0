internal import CShims
internal import CV4L2
internal import Glibc

/// The video interface through libv4l2, which adds the formats that libv4lconvert makes (Bayer, H.264-less
/// vendor formats, multi-planar devices through its plugin).
///
/// Its mappings do not outlive the descriptor: the conversion buffer goes at close, and buffers can't be freed
/// while mapped. Frames taken through it have to be copied.
public struct LibV4L2Kernel: VideoKernel {
    /// Also sends the library's messages nowhere; it prints to stderr about every short frame.
    public init() { Self.isSilent }

    /// Done once: the library's own variable has no lock.
    private static let isSilent: Void = tt_v4l2_silence()

    public var converting: (any VideoKernel)? { nil }
    public var mappingsOutliveStream: Bool { false }

    public func open(_ path: String) throws(Errno) -> Int32 {
        try retrying { tt_v4l2_open(path, systemOpenFlags) }
    }

    public func close(_ descriptor: Int32) { _ = v4l2_close(descriptor) }

    public func ioctl(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        _ = try retrying { tt_v4l2_ioctl(descriptor, request.number, argument) }
    }

    public func mmap(_ descriptor: Int32, length: Int, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        let address = v4l2_mmap(
            nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int64(offset))
        guard let address, address != MAP_FAILED else { throw .current }
        return address
    }

    public func munmap(_ address: UnsafeMutableRawPointer, length: Int) { _ = v4l2_munmap(address, length) }

    public func poll(_ descriptor: Int32, events: Int16, timeout: Int32) throws(Errno) -> Int16 {
        try systemPoll(descriptor, events: events, timeout: timeout)
    }
}
