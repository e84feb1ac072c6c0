// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Synchronization
import Testing

@Suite struct FrameBudgetTests {
    private let layout = FrameLayout(
        format: .grey, size: PixelSize(width: 100, height: 1), bytesPerLine: 100, color: .jpeg)

    private func frame(
        isDetached: Bool = false, count: Int = 100, release: @escaping @Sendable () -> Void = {}
    ) -> Frame {
        Frame(
            copying: (0..<count).map { UInt8(truncatingIfNeeded: $0) }, layout: layout, sequence: 7,
            arrival: MonotonicTime(nanoseconds: 5), isDamaged: true, memory: isDetached ? .own : .shared,
            released: release)
    }

    @Test func copyIsRefusedWhereItDoesNotFit() throws {
        let budget = FrameBudget(limit: 250)
        let frames = [try #require(budget.copy(frame())), try #require(budget.copy(frame()))]
        #expect(budget.copy(frame()) == nil && budget.used == 200)
        for frame in frames {
            #expect(frame.withBytes { Array($0) } == (0..<100).map { UInt8($0) })
            #expect(frame.isDetached && frame.isDamaged && frame.sequence == 7 && frame.layout == layout)
        }
    }

    @Test(arguments: [true, false]) func memoryComesBackWhateverBecomesOfAFrame(isDetached: Bool) throws {
        let budget = FrameBudget(limit: 100)
        for _ in 0..<10 {
            do {
                // Neither saved nor returned, as where the journal fails.
                let copy = try #require(budget.copy(frame(isDetached: isDetached)))
                #expect(budget.copy(frame()) == nil && copy.byteCount == 100)
                withExtendedLifetime(copy) {}
            }
            #expect(budget.used == 0)
        }
    }

    @Test func aStreamsMemoryIsUsedAgain() throws {
        let budget = FrameBudget(limit: 1000, keeping: 1)
        func address() throws -> Int {
            let copy = try #require(budget.copy(frame()))
            #expect(copy.withBytes { Array($0) } == (0..<100).map { UInt8($0) })
            return copy.withBytes { Int(bitPattern: $0.baseAddress) }
        }
        let first = try address()
        for _ in 0..<5 { #expect(try address() == first) }
        #expect(budget.used == 0)
    }

    /// A scene with more and more in it: the small blocks that are kept give way.
    @Test func memoryForLargerFramesIsUsedAgainToo() throws {
        let budget = FrameBudget(limit: 1 << 20, keeping: 2)
        func addresses(_ count: Int) throws -> Set<Int> {
            let copies = try (0..<2).map { _ in try #require(budget.copy(frame(count: count))) }
            return Set(copies.map { $0.withBytes { Int(bitPattern: $0.baseAddress) } })
        }
        _ = try addresses(100)
        let large = try addresses(10_000)
        for _ in 0..<5 { #expect(try addresses(9000) == large) }
    }

    @Test func theFramesOwnMemoryGoesWithIt() throws {
        let released = Mutex(0)
        let budget = FrameBudget(limit: 100)
        do {
            let copy = try #require(
                budget.copy(frame(isDetached: true) { released.withLock { $0 += 1 } }))
            #expect(released.withLock { $0 } == 0)
            withExtendedLifetime(copy) {}
        }
        #expect(released.withLock { $0 } == 1)
    }
}
