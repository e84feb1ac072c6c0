// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Memory mapped twice: once for reading, like a frame's, and once for a writer at any time, like a PipeWire source
/// or a driver.
///
///     let pages = try #require(SharedPages(jpeg))
///     let frame = Frame(…, bytes: pages.bytes, release: { withExtendedLifetime(pages) {} })
///     pages.write(0x11, at: 170)
///
/// The bytes end right before a page that may not be read: one byte too far is a crash, also in libraries that no
/// sanitizer sees into. The thread sanitizer takes the writer for another program, as intended. Thread-safe.
public final class SharedPages: Sendable {
    private static let page = 4096

    public let count: Int
    private let mappedCount: Int
    private let reading: UInt
    private let writing: UInt

    /// - Parameter count: above 0; all bytes are zero, and those that are never touched cost nothing.
    /// - Returns: nil if there is no memory.
    public init?(count: Int) {
        let mappedCount = (count + Self.page - 1) / Self.page * Self.page
        guard let (reading, writing) = Self.map(mappedCount) else { return nil }
        (self.count, self.mappedCount, self.reading, self.writing) = (count, mappedCount, reading, writing)
    }

    public convenience init?(_ bytes: [UInt8]) {
        self.init(count: bytes.count)
        write(bytes)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(bitPattern: reading), mappedCount + Self.page)
        munmap(UnsafeMutableRawPointer(bitPattern: writing), mappedCount)
    }

    /// The reader's view; valid as long as a reference is held.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: reading + UInt(mappedCount - count)), count: count)
    }

    /// Changes one byte, also while it is read.
    public func write(_ byte: UInt8, at offset: Int) {
        precondition((0..<count).contains(offset))
        writable?.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    }

    /// Puts bytes at the beginning, as many as fit.
    public func write(_ bytes: [UInt8]) {
        bytes.prefix(count).withUnsafeBytes { source in
            if let base = source.baseAddress { writable?.copyMemory(from: base, byteCount: source.count) }
        }
    }

    private var writable: UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: writing + UInt(mappedCount - count))
    }

    /// The same pages twice, the first time followed by an unreadable one.
    private static func map(_ count: Int) -> (reading: UInt, writing: UInt)? {
        let number = UInt64.random(in: 0...UInt64.max)
        let name = "/tintype-shared-pages-\(getpid())-\(number)"
        let file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { return nil }
        shm_unlink(name)
        defer { close(file) }
        guard count > 0, ftruncate(file, count) == 0,
            let reading = mapped(nil, count + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1)
        else { return nil }
        guard mapped(reading, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file) != nil,
            let writing = mapped(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file)
        else {
            munmap(reading, count + page)
            return nil
        }
        return (UInt(bitPattern: reading), UInt(bitPattern: writing))
    }

    private static func mapped(
        _ address: UnsafeMutableRawPointer?, _ count: Int, _ rights: Int32, _ kind: Int32, _ file: Int32
    ) -> UnsafeMutableRawPointer? {
        let memory = mmap(address, count, rights, kind, file, 0)
        return memory == MAP_FAILED ? nil : memory
    }
}
