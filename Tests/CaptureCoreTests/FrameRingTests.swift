import CaptureCore
import Testing

@Suite struct FrameRingTests {
    private func frame(at milliseconds: Int64, bytes: Int = 4) -> Frame {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 8)
        let start = UInt(bitPattern: memory.baseAddress)
        return Frame(
            layout: FrameLayout(
                format: .grey, size: PixelSize(width: bytes, height: 1), bytesPerLine: bytes, color: .jpeg),
            sequence: 0, arrival: MonotonicTime(nanoseconds: milliseconds * 1_000_000), isDamaged: false,
            bytes: UnsafeRawBufferPointer(memory),
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
    }

    private func times(_ ring: FrameRing) -> [Int64] {
        ring.frames.map { $0.arrival.nanoseconds / 1_000_000 }
    }

    @Test func itGoesBackSoFarAndNoFurther() {
        let ring = FrameRing(reach: .milliseconds(100))
        for time in stride(from: Int64(0), through: 300, by: 40) { ring.add(frame(at: time)) }
        #expect(times(ring) == [200, 240, 280])
    }

    @Test func memoryIsBounded() {
        let ring = FrameRing(reach: .seconds(100), byteLimit: 100)
        for time in Int64(0)..<50 { ring.add(frame(at: time, bytes: 30)) }
        #expect(times(ring) == [47, 48, 49])
    }

    @Test func noDriverWaitsForItsFrames() {
        let ring = FrameRing(reach: .seconds(1))
        ring.add(frame(at: 0))
        #expect(ring.frames.map(\.isDetached) == [true])
        ring.clear()
        #expect(ring.frames.isEmpty)
    }
}
