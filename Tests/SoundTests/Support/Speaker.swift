// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform
import Synchronization
import Testing

/// Speaks into a microphone that hears a pipe: silence with a beep every half second, in real time, and remembers when
/// each beep began. Ends with the test.
final class Speaker: Sendable {
    /// Samples at a time: 5 ms.
    private static let step = 240
    static let rate = 48_000
    /// Half of full scale.
    static let peak = 16_384.0

    private struct Shared {
        var beeps: [MonotonicTime] = []
        var isEnding = false
    }

    private let shared = Mutex(Shared())

    init(_ pipe: String) throws {
        // Both ways, so that the microphone's end may come and go.
        let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0, "\(pipe)")
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(self, descriptor)).toOpaque()
        let failure = pthread_create(&thread, nil, speak, box)
        try #require(failure == 0)
        pthread_detach(thread)
    }

    private final class Box {
        let speaker: Speaker
        let descriptor: Int32
        init(_ speaker: Speaker, _ descriptor: Int32) {
            (self.speaker, self.descriptor) = (speaker, descriptor)
        }
    }

    /// When the first sample of each beep so far was spoken.
    var beeps: [MonotonicTime] { shared.withLock { $0.beeps } }

    func stop() { shared.withLock { $0.isEnding = true } }

    private let speak: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
        if let box {
            let box = Unmanaged<Box>.fromOpaque(box).takeRetainedValue()
            box.speaker.run(box.descriptor)
            close(box.descriptor)
        }
        return nil
    }

    private func run(_ descriptor: Int32) {
        let start = MonotonicTime.now
        var spoken = 0
        while !shared.withLock({ $0.isEnding }) {
            // A step is written when it is over, as a sound card hands it over.
            spoken += Self.step
            let begin = start + .nanoseconds(Int64(spoken - Self.step) * 1_000_000_000 / Int64(Self.rate))
            sleep(until: start + .nanoseconds(Int64(spoken) * 1_000_000_000 / Int64(Self.rate)))
            let phase = (spoken - Self.step) % (Self.rate / 2)
            let isBeep = phase >= Self.rate / 4 && phase < Self.rate / 4 + Self.rate / 10
            if phase == Self.rate / 4 { shared.withLock { $0.beeps.append(begin) } }
            let samples = (0..<Self.step).map { index -> Int16 in
                isBeep ? Int16(Self.peak * cos(Double(phase + index) * 2 * .pi / 48)) : 0
            }
            _ = samples.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    private func sleep(until time: MonotonicTime) {
        var moment = timespec(
            tv_sec: Int(time.nanoseconds / 1_000_000_000), tv_nsec: Int(time.nanoseconds % 1_000_000_000))
        clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &moment, nil)
    }
}
