// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Synchronization
import Testing

/// Counts calls, from any thread.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment() { count.wrappingAdd(1, ordering: .relaxed) }
}

/// A small frame.
private func makeFrame(_ bytes: [UInt8], sequence: UInt32 = 0, released: Counter) -> Frame {
    Frame(
        copying: bytes,
        layout: FrameLayout(
            format: .grey, size: PixelSize(width: bytes.count, height: 1), bytesPerLine: bytes.count,
            color: .video),
        sequence: sequence, arrival: MonotonicTime(nanoseconds: 7), isDamaged: true, memory: .shared,
        released: { released.increment() })
}

@Suite struct FrameTests {
    @Test func theBufferGoesBackOnceWithTheLastReference() {
        let released = Counter()
        var frame: Frame? = makeFrame([1, 2, 3], released: released)
        var other = frame
        frame = nil
        #expect(released.value == 0)
        #expect(other?.withBytes { Array($0) } == [1, 2, 3])
        other = nil
        #expect(released.value == 1)
    }

    @Test func aDetachedCopyNeedsTheBufferNoMore() throws {
        let released = Counter()
        var frame: Frame? = makeFrame([9, 8, 7, 6], sequence: 5, released: released)
        let copy = try #require(frame?.detached())
        frame = nil
        #expect(released.value == 1)
        #expect(copy.withBytes { Array($0) } == [9, 8, 7, 6])
        #expect(copy.sequence == 5 && copy.isDamaged && copy.arrival == MonotonicTime(nanoseconds: 7))
        #expect(copy.layout.format == .grey)
    }

    @Test func onlySharedMemoryIsCopiedToStayAsItIs() {
        let released = Counter()
        let shared = makeFrame([1, 2], released: released)
        let copy = shared.unshared()
        #expect(copy !== shared && copy.memory == .own && copy.withBytes { Array($0) } == [1, 2])
        let pooled = copy.withBytes { bytes in
            Frame(
                layout: copy.layout, sequence: 0, arrival: copy.arrival, isDamaged: false, memory: .pooled,
                bytes: bytes, release: { withExtendedLifetime(copy) {} })
        }
        #expect(pooled.unshared() === pooled && !pooled.isDetached && pooled.detached() !== pooled)
        #expect(copy.unshared() === copy && copy.isDetached)
    }

    @Test func anEmptyFrameCanBeCopied() {
        let frame = Frame(
            layout: FrameLayout(
                format: .mjpeg, size: PixelSize(width: 1, height: 1), bytesPerLine: 0, color: .jpeg),
            sequence: 0, arrival: MonotonicTime(nanoseconds: 0), isDamaged: true,
            bytes: UnsafeRawBufferPointer(start: nil, count: 0), release: {})
        #expect(frame.detached().withBytes { $0.count } == 0)
    }
}

@Suite struct FrameLayoutTests {
    private func layout(_ format: PixelFormat, _ width: Int, _ height: Int, _ line: Int) -> FrameLayout {
        FrameLayout(
            format: format, size: PixelSize(width: width, height: height), bytesPerLine: line, color: .video)
    }

    @Test(arguments: [PixelFormat.yuyv, .grey, .rgb24, .bgrx32, .nv12, .yuv420])
    func hugeNumbersDoNotTrap(format: PixelFormat) {
        let numbers = [Int.min, -1, 0, 1, Int(Int32.max), 1 << 31, 1 << 62, .max]
        for height in numbers {
            for line in numbers {
                let count = layout(format, .max, height, line).wholeByteCount
                let isPossible = [height, line].allSatisfy { (0...Int(Int32.max)).contains($0) }
                #expect((count != nil) == isPossible)
            }
        }
    }

    @Test func regionLargerThanAllIsTheLargest() {
        #expect(PixelSize(width: 1 << 62, height: 1 << 62).area == .max)
        #expect(PixelSize(width: 16, height: 9).area == 144)
    }
}

@Suite struct PictureMailboxTests {
    private func picture(_ sequence: UInt32, released: Counter = Counter()) -> Picture {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 4)
        let address = UInt(bitPattern: memory)
        return Picture(
            size: PixelSize(width: 1, height: 1), stride: 4, isMirrored: false,
            frame: makeFrame([0], sequence: sequence, released: Counter()), pixels: memory,
            release: {
                UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
                released.increment()
            })
    }

    @Test func theNewestWinsAndOlderOnesGoBackUnshown() {
        let (mailbox, released) = (PictureMailbox(), Counter())
        for sequence in 0..<5 { mailbox.publish(picture(UInt32(sequence), released: released)) }
        #expect(released.value == 4)
        #expect(mailbox.take()?.picture.frame.sequence == 4)
        #expect(mailbox.take() == nil)
        #expect(released.value == 5)
    }

    @Test func theReaderIsWokenOnceUntilItLooks() {
        let (mailbox, woken) = (PictureMailbox(), Counter())
        mailbox.onArrival { woken.increment() }
        for sequence in 0..<3 { mailbox.publish(picture(UInt32(sequence))) }
        #expect(woken.value == 1)
        _ = mailbox.take()
        mailbox.publish(picture(3))
        #expect(woken.value == 2)
    }

    @Test func noWakeUpComesAfterTheReaderLeft() {
        let (mailbox, woken) = (PictureMailbox(), Counter())
        mailbox.onArrival { woken.increment() }
        mailbox.onArrival(nil)
        mailbox.publish(picture(0))
        #expect(woken.value == 0)
    }

    @Test func theReaderMayLookFromInsideTheWakeUp() {
        let (mailbox, seen) = (PictureMailbox(), Counter())
        mailbox.onArrival { if mailbox.take() != nil { seen.increment() } }
        for sequence in 0..<3 { mailbox.publish(picture(UInt32(sequence))) }
        mailbox.onArrival(nil)
        #expect(seen.value == 3)
    }
}
