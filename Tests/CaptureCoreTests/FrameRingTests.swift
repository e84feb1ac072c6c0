// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct FrameRingTests {
    private func frame(at milliseconds: Int64, bytes: Int = 4) -> Frame {
        Frame(
            copying: [UInt8](repeating: 0, count: bytes),
            layout: FrameLayout(
                format: .grey, size: PixelSize(width: bytes, height: 1), bytesPerLine: bytes, color: .jpeg),
            arrival: MonotonicTime(nanoseconds: milliseconds * 1_000_000), memory: .shared)
    }

    private func times(_ ring: FrameRing) -> [Int64] {
        ring.frames.map { $0.arrival.nanoseconds / 1_000_000 }
    }

    @Test func ringIsBoundedInTime() {
        let ring = FrameRing(reach: .milliseconds(100))
        for time in stride(from: Int64(0), through: 300, by: 40) { ring.add(frame(at: time)) }
        #expect(times(ring) == [200, 240, 280])
    }

    @Test func memoryIsBounded() {
        let ring = FrameRing(reach: .seconds(100), byteLimit: 100)
        for time in Int64(0)..<50 { ring.add(frame(at: time, bytes: 30)) }
        #expect(times(ring) == [47, 48, 49])
    }

    @Test func framesGoBackToTheDriverInTime() {
        let ring = FrameRing(reach: .seconds(1))
        ring.add(frame(at: 0))
        #expect(ring.frames.map(\.isDetached) == [true])
        ring.clear()
        #expect(ring.frames.isEmpty)
    }
}
