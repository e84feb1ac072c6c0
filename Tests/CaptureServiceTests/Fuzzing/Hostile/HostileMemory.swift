// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Glibc
import Platform
import Synchronization

/// A hostile kernel's mappings: exactly as many bytes as requested, before an unreadable page, and with contents that
/// change while they are read. Half of the mappings begin with a motion JPEG frame whose header keeps changing.
///
/// Thread-safe.
final class HostileMemory: Sendable {
    /// The most memory it has.
    static let limit = 16 << 20
    /// How much of a mapping without a picture has contents.
    private static let filledCount = 512

    private struct Mapping {
        let pages: SharedPages
        let hasPicture: Bool
    }

    private struct State {
        var mappings: [UInt: Mapping] = [:]
        var byteCount = 0
        var misuses = 0
        /// The writer's own, so that the kernel's answers stay the same in every run.
        var random: SeededRandom
        /// Changed bytes.
        var changed: [(pages: SharedPages, offset: Int, original: UInt8)] = []
    }

    private let state: Mutex<State>

    init(_ random: SeededRandom) { state = Mutex(State(random: random)) }

    /// Whether everything is unmapped, exactly once.
    var isClean: Bool { state.withLock { $0.mappings.isEmpty && $0.misuses == 0 } }

    func map(_ length: Int, _ random: inout SeededRandom) throws(Errno) -> UInt {
        guard length > 0 else { throw .invalidArgument }
        let hasPicture = Bool.random(using: &random)
        let contents = hasPicture ? HostilePicture.bytes : Self.noise(&random)
        return try state.withLock { state throws(Errno) in
            guard state.byteCount + length <= Self.limit, let pages = SharedPages(count: length) else {
                throw .noMemory
            }
            pages.write(contents)
            let address = UInt(bitPattern: pages.bytes.baseAddress)
            state.mappings[address] = Mapping(pages: pages, hasPicture: hasPicture)
            state.byteCount += length
            return address
        }
    }

    func unmap(_ address: UInt, _ length: Int) {
        state.withLock { state in
            guard let mapping = state.mappings[address], mapping.pages.count == length else {
                state.misuses += 1
                return
            }
            state.mappings[address] = nil
            state.byteCount -= length
            state.changed.removeAll { $0.pages === mapping.pages }
        }
    }

    /// Changes a byte of every mapping, or restores it. Called all the time, on a thread of its own.
    func change() {
        state.withLock { state in
            if !state.changed.isEmpty {
                for (pages, offset, original) in state.changed { pages.write(original, at: offset) }
                state.changed.removeAll(keepingCapacity: true)
                return
            }
            guard let (place, value) = HostilePicture.changer.next(&state.random) else { return }
            for mapping in state.mappings.values {
                let offset = mapping.hasPicture ? place : place % Self.filledCount
                guard offset < mapping.pages.count else { continue }
                state.changed.append((mapping.pages, offset, mapping.pages.bytes[offset]))
                mapping.pages.write(value, at: offset)
            }
        }
    }

    private static func noise(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = (0..<filledCount).map { _ in UInt8.random(in: 0...255, using: &random) }
        if Bool.random(using: &random) { bytes.replaceSubrange(0..<2, with: [0xFF, 0xD8]) }
        return bytes
    }
}
