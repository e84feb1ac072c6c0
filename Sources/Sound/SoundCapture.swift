// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPulseLoader
public import CaptureCore
public import Permissions
internal import Platform
internal import Synchronization

/// Some sound of a microphone, valid during the call that it is handed to.
public struct SoundBlock {
    /// Signed 16-bit samples in the machine's byte order, interleaved.
    public let samples: UnsafeBufferPointer<Int16>
    /// When the first sample was captured. Off by milliseconds, either way: `SoundClock` evens that out.
    public let time: MonotonicTime
    /// Of these samples, after gain and mute.
    public let level: SoundLevel
}

/// An event of a capture.
public enum SoundEvent {
    case block(SoundBlock)
    /// The number of samples of each channel that were lost here.
    case hole(Int)
    /// The last event.
    case ended(SoundEnd)
}

/// Why there is no sound, or none any more.
public enum SoundEnd: Error, Equatable, Sendable {
    /// The person's permission was withdrawn, or the sound server refuses this program.
    case notAllowed
    /// This computer has no sound server, or none that runs.
    case noServer
    /// There is no microphone of that name.
    case noMicrophone
    /// The microphone was unplugged or turned off.
    case unplugged
    /// The sound server ended.
    case serverLost
    /// The sound server does not answer, or sends nothing although the microphone is on.
    case silent
    /// Anything else; the number is PulseAudio's `pa_error_code_t`.
    case failed(code: Int32)
}

/// A microphone that is being recorded from, at 48 kHz. Thread-safe.
///
///     let capture = SoundCapture(of: microphone.id, grant: grant) { event in … }
///     capture.close()
///
/// It is opened and served on a thread of its own. No volume of the desktop is ever touched, and when the microphone goes
/// away no other one takes its place: that might be a monitor of the loudspeakers.
public final class SoundCapture: Sendable {
    /// Samples a second.
    public static let rate = 48_000

    /// What the person asked for, read before each block.
    private let mixer = Mixer()
    private let thread: SoundThread

    /// Returns at once; the first block comes when the microphone is open, which takes some 100 ms.
    ///
    /// - Parameters:
    ///   - microphone: its id; nil for the desktop's.
    ///   - channels: 1 or 2. The sound server converts.
    ///   - grant: when it ends, the capture ends with `.notAllowed`.
    ///   - handler: called on the capture's thread, which must not wait long in it; `.ended` at most once, and last.
    ///     Nothing after `close`.
    public convenience init(
        of microphone: String?, channels: Int = 2, grant: MicrophoneGrant,
        handler: @escaping @Sendable (SoundEvent) -> Void
    ) {
        self.init(of: microphone, channels: channels, grant: grant, server: nil, handler: handler)
    }

    /// - Parameter server: in PulseAudio's words; nil for the desktop's.
    init(
        of microphone: String?, channels: Int, grant: MicrophoneGrant, server: String?,
        handler: @escaping @Sendable (SoundEvent) -> Void
    ) {
        let mixer = mixer
        thread = SoundThread { thread in
            let end: SoundEnd
            do throws(SoundEnd) {
                let stream = try RecordStream.open(
                    microphone, channels: min(max(channels, 1), 2), grant: grant, server: server, thread,
                    mixer)
                guard let stream else { return }
                try stream.run(handler)
                return
            } catch {
                end = error
            }
            guard !thread.isClosing else { return }
            Log(domain: "sound").info("no sound any more: \(end)")
            handler(.ended(end))
        }
    }

    deinit { thread.close() }

    /// Makes what is recorded louder or quieter, in decibels, at most 24; the desktop's volume stays.
    public func setGain(_ decibels: Double) { mixer.set { $0.gain = SoundGain(decibels: decibels) } }

    /// Records silence while true.
    public func setMuted(_ isMuted: Bool) { mixer.set { $0.isMuted = isMuted } }

    /// Closes the microphone. No event comes after it; one that is being handled is waited for, unless it is the caller.
    public func close() { thread.close() }
}

/// Gain and mute, from any thread.
private final class Mixer: Sendable {
    struct Request {
        var gain = SoundGain.unity
        var isMuted = false
    }

    private let request = Mutex(Request())

    func set(_ change: (inout Request) -> Void) { request.withLock { change(&$0) } }

    var gain: SoundGain { request.withLock { $0.isMuted ? .muted : $0.gain } }
}

/// The sound server's side of a capture. Thread-bound.
private final class RecordStream {
    /// The length of a block: short enough for a level that follows the voice.
    private static let block: Duration = .milliseconds(20)
    /// Samples of each channel in the longest block that is handed over in one piece.
    private static let capacity = 4096
    /// The time between two requests for timing.
    private static let questionPause: Duration = .milliseconds(50)
    /// The longest silence on the connection of a microphone that is on.
    private static let timeout: Duration = .seconds(5)

    private let connection: PulseConnection
    private let pulse: TtPulse
    private let stream: OpaquePointer
    private let channels: Int
    private let grant: MicrophoneGrant
    private let thread: SoundThread
    private let mixer: Mixer
    private let buffer: UnsafeMutableBufferPointer<Int16>
    private var lastGain: SoundGain
    /// Bytes of the stream before the next one to be read.
    private var readIndex: Int64 = 0
    /// A byte of the stream and its capture time, by the server's last timing; nil before the first.
    private var anchor: (index: Int64, time: MonotonicTime)?
    /// When timing is requested again.
    private var questionDue: MonotonicTime?
    private var isUnplugged = false

    /// - Returns: nil if `thread` was closed meanwhile.
    static func open(
        _ microphone: String?, channels: Int, grant: MicrophoneGrant, server: String?, _ thread: SoundThread,
        _ mixer: Mixer
    ) throws(SoundEnd) -> RecordStream? {
        guard grant.isValid else { throw .notAllowed }
        guard let connection = try PulseConnection.open(thread, server) else { return nil }
        let pulse = connection.pulse
        let properties = PulseConnection.properties(pulse, [PA_PROP_MEDIA_ROLE: "production"])
        defer { if let properties { pulse.proplist_free(properties) } }
        var format = pa_sample_spec(
            format: nativeFormat, rate: UInt32(SoundCapture.rate), channels: UInt8(channels))
        let stream = pulse.stream_new_with_proplist(
            connection.context, tr("Video recording"), &format, nil, properties)
        guard let stream else { throw connection.end(ofStreamThatWasReady: false) }
        let record = RecordStream(connection, stream, channels, grant, thread, mixer)
        return try record.connect(microphone) ? record : nil
    }

    private static let nativeFormat =
        Int16(1).littleEndian == 1 ? PA_SAMPLE_S16LE : PA_SAMPLE_S16BE

    private init(
        _ connection: PulseConnection, _ stream: OpaquePointer, _ channels: Int, _ grant: MicrophoneGrant,
        _ thread: SoundThread, _ mixer: Mixer
    ) {
        (self.connection, self.stream, self.channels) = (connection, stream, channels)
        (self.grant, self.thread, self.mixer) = (grant, thread, mixer)
        pulse = connection.pulse
        buffer = .allocate(capacity: Self.capacity * channels)
        lastGain = mixer.gain
    }

    deinit {
        pulse.context_set_subscribe_callback(connection.context, nil, nil)
        _ = pulse.stream_disconnect(stream)
        pulse.stream_unref(stream)
        buffer.deallocate()
    }

    private func connect(_ microphone: String?) throws(SoundEnd) -> Bool {
        watchSource()
        let unset = UInt32.max
        var attributes = pa_buffer_attr(
            maxlength: unset, tlength: unset, prebuf: unset, minreq: unset,
            fragsize: UInt32(frames(in: Self.block) * frameSize))
        let flags = PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue
        guard
            pulse.stream_connect_record(
                stream, microphone, &attributes, pa_stream_flags_t(rawValue: flags)) >= 0
        else { throw connection.end(ofStreamThatWasReady: false) }
        let isOpen = try connection.wait { () throws(SoundEnd) in
            guard self.grant.isValid else { throw .notAllowed }
            return try self.isReady(wasReady: false)
        }
        // WirePlumber 0.5 connects to another microphone if this one is not there.
        let opened = pulse.stream_get_device_name(stream).map { String(cString: $0) }
        if isOpen, let microphone, opened != microphone { throw .noMicrophone }
        return isOpen
    }

    /// WirePlumber 0.5 keeps the stream of a microphone that was pulled out, and it stays silent.
    private func watchSource() {
        pulse.context_set_subscribe_callback(
            connection.context,
            { _, event, index, box in
                let kind = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
                guard let box, kind == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue else { return }
                Unmanaged<RecordStream>.fromOpaque(box).takeUnretainedValue().sourceWent(index)
            }, Unmanaged.passUnretained(self).toOpaque())
        let operation = pulse.context_subscribe(
            connection.context, PA_SUBSCRIPTION_MASK_SOURCE, nil, nil)
        if let operation { pulse.operation_unref(operation) }
    }

    private func sourceWent(_ index: UInt32) {
        if pulse.stream_get_state(stream) == PA_STREAM_READY, index == pulse.stream_get_device_index(stream) {
            isUnplugged = true
        }
    }

    private func isReady(wasReady: Bool) throws(SoundEnd) -> Bool {
        switch pulse.stream_get_state(stream) {
        case PA_STREAM_READY: return true
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
            throw connection.end(ofStreamThatWasReady: wasReady)
        default: return false
        }
    }

    /// Bytes of one sample of all channels.
    private var frameSize: Int { channels * MemoryLayout<Int16>.size }

    private func frames(in duration: Duration) -> Int {
        Int(duration / .microseconds(1)) * SoundCapture.rate / 1_000_000
    }

    private func length(of frames: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(SoundCapture.rate))
    }

    // MARK: Running

    /// Hands over the sound as it comes; returns when the thread is closed.
    func run(_ handler: (SoundEvent) -> Void) throws(SoundEnd) {
        var due = MonotonicTime.now + Self.timeout
        while try connection.turn() {
            guard grant.isValid else { throw .notAllowed }
            _ = try isReady(wasReady: true)
            if isUnplugged { throw .unplugged }
            let now = MonotonicTime.now
            if now >= questionDue ?? now { askForTiming(now) }
            // Suspended: the desktop has turned the microphone off and may turn it on again.
            if try drain(handler) || pulse.stream_is_suspended(stream) > 0 { due = now + Self.timeout }
            if now > due { throw .silent }
        }
    }

    /// - Returns: whether there was something.
    private func drain(_ handler: (SoundEvent) -> Void) throws(SoundEnd) -> Bool {
        var hasSound = false
        while !thread.isClosing, pulse.stream_readable_size(stream) > 0 {
            let time = captureTime()
            var data: UnsafeRawPointer?
            var size = 0
            guard pulse.stream_peek(stream, &data, &size) >= 0 else {
                throw connection.end(ofStreamThatWasReady: true)
            }
            guard size > 0 else { break }
            hasSound = true
            if let data { hand(over: data, size, time, handler) } else { handler(.hole(size / frameSize)) }
            _ = pulse.stream_drop(stream)
            readIndex += Int64(size)
        }
        return hasSound
    }

    /// Not by libpulse's own interpolation: PipeWire's answers go up and down with the period of its graph, which makes
    /// it drift by 10 ms for seconds. `SoundClock` evens them out.
    private func askForTiming(_ now: MonotonicTime) {
        questionDue = now + Self.questionPause
        let operation = pulse.stream_update_timing_info(
            stream,
            { _, isDone, box in
                guard isDone != 0, let box else { return }
                Unmanaged<RecordStream>.fromOpaque(box).takeUnretainedValue().takeTiming()
            }, Unmanaged.passUnretained(self).toOpaque())
        if let operation { pulse.operation_unref(operation) }
    }

    /// Called within a turn: the stream and all its requests end before this object.
    private func takeTiming() {
        guard let info = pulse.stream_get_timing_info(stream)?.pointee,
            let age = SoundCapture.age(
                transport: info.transport_usec, source: info.source_usec, sink: info.sink_usec)
        else { return }
        anchor = (info.write_index, MonotonicTime.now + (.zero - age))
        readIndex = info.read_index
    }

    /// When the next sample to be read was captured.
    private func captureTime() -> MonotonicTime {
        if let anchor { return anchor.time + length(of: Int(readIndex - anchor.index) / frameSize) }
        // No timing from the server yet: the waiting samples were captured at least their own length ago.
        let waiting = pulse.stream_readable_size(stream)
        return MonotonicTime.now + length(of: -(waiting == .max ? 0 : waiting / frameSize))
    }

    /// In pieces that fit the buffer.
    private func hand(
        over data: UnsafeRawPointer, _ size: Int, _ time: MonotonicTime, _ handler: (SoundEvent) -> Void
    ) {
        let all = UnsafeBufferPointer(
            start: data.assumingMemoryBound(to: Int16.self), count: size / frameSize * channels)
        var begin = 0
        while begin < all.count, !thread.isClosing {
            let end = min(begin + buffer.count, all.count)
            let gain = mixer.gain
            let target = UnsafeMutableBufferPointer(rebasing: buffer[..<(end - begin)])
            gain.apply(
                after: lastGain, to: UnsafeBufferPointer(rebasing: all[begin..<end]), into: target,
                channels: channels)
            lastGain = gain
            let samples = UnsafeBufferPointer(target)
            handler(
                .block(
                    SoundBlock(
                        samples: samples, time: time + length(of: begin / channels),
                        level: SoundLevel(of: samples))))
            begin = end
        }
    }
}

extension SoundCapture {
    /// The longest time that a server's answer is believed to mean.
    private static let greatestLatency: Int64 = 10_000_000

    /// How long ago what is written now was captured; nil if the answer makes no sense.
    ///
    /// - Parameters: microseconds. PipeWire sends delays with a sign, which a person can make negative, as if they had none.
    static func age(transport: UInt64, source: UInt64, sink: UInt64) -> Duration? {
        let parts = [transport, source, sink].map { Int64(bitPattern: $0) }
        guard parts.allSatisfy({ (-greatestLatency...greatestLatency).contains($0) }) else { return nil }
        // A monitor source hears samples before the sink plays them, so the sink's latency counts against the others.
        return .microseconds(parts[0] + parts[1] - parts[2])
    }
}
