/// One captured picture, as the camera delivered it: a lease on the driver's buffer.
///
/// The buffer goes back to the driver when the last reference to the frame goes. Thread-safe: the bytes never
/// change while a reference is held. Hold as few as possible: a driver with no free buffer delivers nothing.
public final class Frame: Sendable {
    public let layout: FrameLayout
    /// The driver's count of frames; gaps are frames it lost.
    public let sequence: UInt32
    /// When the frame was taken from the driver.
    public let arrival: MonotonicTime
    /// Whether the driver flagged the data as damaged or the byte count is less than a whole frame.
    public let isDamaged: Bool

    /// Whether the bytes are the frame's own, so that no driver waits for them.
    public let isDetached: Bool

    private let address: UInt
    /// How much memory the frame's bytes take.
    public let byteCount: Int
    private let release: @Sendable () -> Void

    /// - Parameters:
    ///   - bytes: stay valid and unchanged until `release` has been called.
    ///   - isDetached: whether the memory is the frame's own and not a driver's.
    ///   - release: gives the memory back; called once, on whichever thread drops the last reference.
    public init(
        layout: FrameLayout, sequence: UInt32, arrival: MonotonicTime, isDamaged: Bool,
        isDetached: Bool = false, bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void
    ) {
        self.isDetached = isDetached
        self.layout = layout
        self.sequence = sequence
        self.arrival = arrival
        self.isDamaged = isDamaged
        self.address = UInt(bitPattern: bytes.baseAddress)
        self.byteCount = bytes.count
        self.release = release
    }

    deinit { release() }

    /// Gives the frame's bytes for the length of the call.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: byteCount))
    }

    /// A copy in memory of its own, so that the driver gets its buffer back; itself where it has that already.
    public func detached() -> Frame {
        if isDetached { return self }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, byteCount), alignment: 64)
        withBytes { if !$0.isEmpty { copy.copyMemory(from: $0) } }
        let start = UInt(bitPattern: copy.baseAddress)
        return Frame(
            layout: layout, sequence: sequence, arrival: arrival, isDamaged: isDamaged,
            isDetached: true,
            bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<byteCount]),
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
    }
}
