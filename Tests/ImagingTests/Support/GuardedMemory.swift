// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Bytes that end right before a page that may not be read: one byte too far is a crash, not a lucky test.
final class GuardedMemory: Sendable {
    private let mapping: UInt
    private let mappedCount: Int
    private let start: UInt
    let count: Int

    init(_ bytes: [UInt8]) {
        let page = 4096
        let pages = (bytes.count + page - 1) / page
        mappedCount = (pages + 1) * page
        let memory = mmap(nil, mappedCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { fatalError("mmap") }
        mprotect(memory + pages * page, page, PROT_NONE)
        let first = memory + pages * page - bytes.count
        bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(first, base, $0.count) } }
        mapping = UInt(bitPattern: memory)
        start = UInt(bitPattern: first)
        count = bytes.count
    }

    deinit { munmap(UnsafeMutableRawPointer(bitPattern: mapping), mappedCount) }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: start), count: count)
    }
}
