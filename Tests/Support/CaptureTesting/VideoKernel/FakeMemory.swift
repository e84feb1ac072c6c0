// SPDX-License-Identifier: GPL-3.0-or-later
/// The pages of one driver's buffer; they go with the last of the buffer and its mappings.
final class FakeMemory: Sendable {
    private let address: UInt
    let length: Int

    init(length: Int) {
        self.length = length
        let pages = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, length), alignment: 4096)
        pages.initializeMemory(as: UInt8.self, repeating: 0)
        address = UInt(bitPattern: pages.baseAddress)
    }

    deinit { start.deallocate() }

    var start: UnsafeMutableRawPointer {
        // Made from a real allocation, which is never null.
        UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }

    func write(_ bytes: [UInt8]) {
        bytes.prefix(length).withUnsafeBytes { source in
            if let base = source.baseAddress { start.copyMemory(from: base, byteCount: source.count) }
        }
    }
}

/// One buffer of the driver's queue.
struct FakeBuffer {
    enum Place: Equatable {
        case application, queue
        case filled(FakeDelivery)
    }

    let memory: FakeMemory
    var place = Place.application
    /// The mappings of it that are left.
    var mappings = 0
}

/// What the camera sends for one frame.
public struct FakeDelivery: Equatable, Sendable {
    public var bytes: [UInt8]
    /// The driver's claim; nil for the number of bytes.
    public var bytesUsed: UInt32?
    /// Whether `V4L2_BUF_FLAG_ERROR` is set.
    public var isFlagged = false
    /// A buffer number to claim instead of the true one.
    public var claimedIndex: UInt32?
    /// Which lines it has, a number of `v4l2_field`.
    public var field: UInt32 = 1
    var sequence: UInt32 = 0

    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
