internal import Cameras
internal import Glibc

/// What a hostile kernel has mapped: exactly as many bytes as were asked for, so that a sanitizer sees every byte that is
/// read beyond.
struct HostileMemory: Sendable {
    /// More than this it does not have.
    static let limit = 16 << 20

    private var mappings: [UInt: Int] = [:]
    private(set) var byteCount = 0
    private(set) var largestByteCount = 0
    private(set) var misuses = 0

    var isEmpty: Bool { mappings.isEmpty }

    mutating func map(_ length: Int, _ random: inout SeededRandom) throws(Errno) -> UInt {
        guard length > 0 else { throw .invalidArgument }
        guard byteCount + length <= Self.limit else { throw .noMemory }
        // calloc: pages that nobody touches cost nothing.
        guard let memory = calloc(length, 1) else { throw .noMemory }
        let filled = min(length, 512)
        for index in 0..<filled {
            memory.storeBytes(
                of: UInt8.random(in: 0...255, using: &random), toByteOffset: index, as: UInt8.self)
        }
        if length >= 2, Bool.random(using: &random) {
            memory.storeBytes(of: 0xD8FF, toByteOffset: 0, as: UInt16.self)
        }
        let address = UInt(bitPattern: memory)
        mappings[address] = length
        byteCount += length
        largestByteCount = max(largestByteCount, byteCount)
        return address
    }

    mutating func unmap(_ address: UInt, _ length: Int) {
        guard mappings[address] == length else {
            misuses += 1
            return
        }
        mappings[address] = nil
        byteCount -= length
        free(UnsafeMutableRawPointer(bitPattern: address))
    }
}
