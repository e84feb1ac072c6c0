// SPDX-License-Identifier: GPL-3.0-or-later
/// One captured picture, as the camera delivered it: a lease on the driver's buffer.
///
/// The buffer goes back to the driver with the last reference to the frame. Thread-safe. Hold as few as possible: a
/// driver without a free buffer delivers nothing.
public final class Frame: Sendable {
    /// Whose memory a frame's bytes lie in.
    public enum Memory: Sendable {
        /// A driver's or another program's, which waits for it and can write to it at any time: a second read can
        /// differ.
        case shared
        /// This program's, from a pool that waits for it. The bytes never change.
        case pooled
        /// The frame's own, for which nothing waits. The bytes never change.
        case own
    }

    public let layout: FrameLayout
    /// The driver's count of frames; gaps are lost frames.
    public let sequence: UInt32
    /// When the frame was taken from the driver.
    public let arrival: MonotonicTime
    /// The source's own time of the frame, on a clock of its choice; nil if it gives none.
    public let sourceTime: MonotonicTime?
    /// When the picture was captured: the source's time if its clock is the machine's, otherwise the arrival.
    public let captured: MonotonicTime
    /// Whether the driver flagged the data as damaged, the byte count is less than a whole frame, or a decoder found
    /// something missing.
    public let isDamaged: Bool

    /// Whose memory the bytes lie in.
    public let memory: Memory
    /// The coded picture that the frame was decoded from, if the camera sends H.264; copies have it, too.
    public let coded: CodedPicture?

    private let address: UInt
    /// How much memory the frame's bytes take.
    public let byteCount: Int
    private let release: @Sendable () -> Void

    /// - Parameters:
    ///   - isSourceMonotonic: whether the source says that its clock is the machine's.
    ///   - memory: whose memory the bytes lie in; `shared` if others have it mapped as well.
    ///   - bytes: stay valid until `release` has been called.
    ///   - release: gives the memory back; called once, on whichever thread drops the last reference.
    public init(
        layout: FrameLayout, sequence: UInt32, arrival: MonotonicTime, sourceTime: MonotonicTime? = nil,
        isSourceMonotonic: Bool = false, isDamaged: Bool, memory: Memory = .shared,
        coded: CodedPicture? = nil, bytes: UnsafeRawBufferPointer,
        release: @escaping @Sendable () -> Void
    ) {
        (self.memory, self.coded) = (memory, coded)
        self.layout = layout
        self.sequence = sequence
        self.arrival = arrival
        self.sourceTime = sourceTime
        captured = Self.captured(arrival, isSourceMonotonic ? sourceTime : nil)
        self.isDamaged = isDamaged
        self.address = UInt(bitPattern: bytes.baseAddress)
        self.byteCount = bytes.count
        self.release = release
    }

    /// A frame with a copy of these bytes.
    ///
    /// - Parameter released: called once, on whichever thread drops the last reference.
    public convenience init(
        copying bytes: some Collection<UInt8>, layout: FrameLayout, sequence: UInt32 = 0,
        arrival: MonotonicTime = MonotonicTime(nanoseconds: 0), sourceTime: MonotonicTime? = nil,
        isSourceMonotonic: Bool = false, isDamaged: Bool = false, memory: Memory = .own,
        coded: CodedPicture? = nil, released: @escaping @Sendable () -> Void = {}
    ) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 64)
        copy.copyBytes(from: bytes)
        let start = UInt(bitPattern: copy.baseAddress)
        self.init(
            layout: layout, sequence: sequence, arrival: arrival, sourceTime: sourceTime,
            isSourceMonotonic: isSourceMonotonic, isDamaged: isDamaged, memory: memory, coded: coded,
            bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<bytes.count]),
            release: {
                UnsafeMutableRawPointer(bitPattern: start)?.deallocate()
                released()
            })
    }

    deinit { release() }

    /// Ignores a source time after the arrival, or more than a second before it, as a driver's mistake.
    private static func captured(_ arrival: MonotonicTime, _ source: MonotonicTime?) -> MonotonicTime {
        guard let source, source <= arrival, arrival - source < .seconds(1) else { return arrival }
        return source
    }

    /// Whether the bytes are the frame's own, so that no driver waits for them.
    public var isDetached: Bool { memory == .own }

    /// Gives the frame's bytes for the length of the call. Shared memory can change during it: copy what is read more
    /// than once, such as a header that says how much follows.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: byteCount))
    }

    /// The frame with bytes that never change: itself, or a copy if its memory is shared.
    public func unshared() -> Frame { memory == .shared ? detached() : self }

    /// The frame in memory of its own, so that the driver gets its buffer back: itself, or a copy.
    ///
    /// - Parameter isFlawed: whether a decoder found something missing; the copy records it.
    public func detached(isFlawed: Bool = false) -> Frame {
        if isDetached, isDamaged || !isFlawed { return self }
        return withBytes {
            Frame(
                copying: $0, layout: layout, sequence: sequence, arrival: arrival, sourceTime: sourceTime,
                isSourceMonotonic: captured == sourceTime, isDamaged: isDamaged || isFlawed, coded: coded)
        }
    }
}
