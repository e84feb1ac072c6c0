// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Imaging
internal import Media
internal import Platform
internal import Sound

/// The work of the recording's thread: gives every picture and sample its time, converts them, and hands them to the
/// encoder. Bound to that thread.
///
/// A picture is written when the next one says how long it was shown.
final class RecordingWorker {
    /// After this long without sound, silence is written, so that both tracks grow together and with them the file on disk.
    private static let silenceAfter: Duration = .seconds(1)
    /// The longest time that the encoder may keep a picture waiting: a sleeping disk takes some seconds.
    private static let timeout: Duration = .seconds(10)

    /// How long a picture is shown that is written only because later ones depend on it: Matroska's time unit.
    private static let minimumLength: Duration = .milliseconds(1)

    private enum Picture {
        /// Planes for the encoder, in memory of the pool.
        case drawn(UnsafeMutableRawBufferPointer)
        /// The camera's own.
        case original(Frame)
    }

    private let writer: VideoWriter
    private let sound: SoundTrack?
    /// nil if the camera's own pictures are kept.
    private let pictures: VideoPictures?
    /// Makes the camera's own readable everywhere; nil where they are H.264, or are not kept.
    private let strict: StrictJPEG?
    private let planes: VideoWriter.Planes?
    private var glide: ZoomGlide?
    private let memory: PictureMemory?
    private let limit: Duration?
    private let layout: FrameLayout
    /// The coded pictures that the first one depends on, if any; nil once it has come.
    private var beginning: [Frame]?
    /// Their decoder parameters, which the file has once.
    private let parameters: [UInt8]?
    private var coded = CodedSequence()
    private var timeline: RecordingTimeline
    private var paced: PacedPictures
    /// Whether there is a picture at all.
    private(set) var hasPicture = false
    /// The last picture, which waits for the next one to know how long it was shown.
    private var pending: (picture: Picture, time: Duration, captured: MonotonicTime)?
    private let queue: RecordingQueue
    private var lag = EncoderLag()
    /// Capture times of the last pictures given to the encoder, oldest first; those that still wait are at the end.
    private var handedOver: [MonotonicTime] = []
    private var soundTime: MonotonicTime?
    /// Whether the microphone is gone: then no sound is waited for.
    private var isSoundOver = false
    /// The capture time up to which the sound is written.
    private var soundReach: MonotonicTime?
    private var ended: Duration?

    /// - Parameters:
    ///   - queue: where the events come from.
    ///   - pictures: draws what is encoded; nil if the camera's own pictures are kept.
    ///   - first: the picture with which the recording begins.
    init(
        _ queue: RecordingQueue, _ writer: VideoWriter, _ sound: SoundTrack?, _ pictures: VideoPictures?,
        _ planes: VideoWriter.Planes?, from first: Frame, limit: Duration?, _ pace: RecordingPace
    ) throws(ImagingError) {
        self.queue = queue
        (self.writer, self.sound, self.pictures, self.planes) = (writer, sound, pictures, planes)
        (self.limit, layout) = (limit, first.layout)
        strict = pictures == nil && first.layout.format.isCompressed ? try StrictJPEG() : nil
        memory = pictures.map { PictureMemory(byteCount: $0.byteCount) }
        glide = pictures.map { ZoomGlide($0.firstPortion) }
        paced = PacedPictures(pace)
        parameters = first.coded?.group.parameters
        beginning = pictures == nil ? first.coded.flatMap { CodedSequence.beginning(of: $0) } : nil
        timeline = RecordingTimeline(
            start: first.captured + (.zero - Self.minimumLength * (beginning?.count ?? 0)),
            soundRate: sound == nil ? nil : SoundCapture.rate)
    }

    /// The result of an event.
    enum Outcome {
        case goesOn
        /// It has reached its limit, or can't go on; takes no more events but `stopped`.
        case full
        case failed(RecordingError)
    }

    /// Pictures of the camera that could only be kept by encoding them anew.
    var encodedCount: Int { strict?.encodedCount ?? 0 }

    /// The length recorded so far; after the end, the video's length.
    var length: Duration { ended ?? timeline.length(at: .now) }

    func handle(_ event: RecordingEvent) -> Outcome {
        switch event {
        case .frame(let frame): return add(frame)
        case .sound(let samples, let time, _):
            (soundTime, isSoundOver) = (.now, false)
            soundReach = max(soundReach ?? time, time)
            if let sound {
                timeline.addSound(samples.count / SoundTrack.channels, at: time) {
                    sound.write($0, of: samples)
                }
            }
        case .hole(let count): if let sound { timeline.addHole(count) { sound.write($0, of: []) } }
        case .soundEnded:
            timeline.endSound()
            isSoundOver = true
        case .writerFailed(let fault): return .failed(RecordingError(fault))
        case .paused(let time): timeline.pause(at: time)
        case .resumed(let time): timeline.resume(at: time)
        case .zoomed(let portion): glide?.aim(at: portion)
        case .stopped(let time): end(at: time)
        }
        return .goesOn
    }

    private func add(_ frame: Frame) -> Outcome {
        guard frame.layout == layout else { return .failed(RecordingError(.pictureChanged)) }
        fillSound(until: frame)
        guard isTaken(frame) else {
            queue.drop()
            return .goesOn
        }
        guard pictures == nil, let picture = frame.coded else {
            return place(frame, frame.captured) ?? .goesOn
        }
        return add(picture)
    }

    /// The file takes no picture before the sound of its time has come.
    private func fillSound(until frame: Frame) {
        guard let sound else { return }
        let time: MonotonicTime
        if isSoundOver {
            time = frame.captured
        } else {
            guard .now - (soundTime ?? timeline.start) > Self.silenceAfter else { return }
            time = .now + (.zero - Self.silenceAfter)
        }
        soundReach = max(soundReach ?? time, time)
        timeline.fillSound(to: time) { sound.write($0, of: []) }
    }

    private func add(_ picture: CodedPicture) -> Outcome {
        if let beginning {
            // They were captured before the press, so they are shown too briefly to be seen.
            for (number, unit) in beginning.enumerated() {
                _ = place(unit, timeline.start + Self.minimumLength * number)
            }
            self.beginning = nil
            coded = CodedSequence(after: picture)
            return place(picture.unit, picture.unit.captured) ?? .goesOn
        }
        let isOtherwiseCoded = picture.group.parameters != parameters
        for unit in isOtherwiseCoded ? coded.rest : coded.next(picture) {
            guard let outcome = place(unit, unit.captured) else {
                coded.interrupt()
                break
            }
            guard case .goesOn = outcome else { return outcome }
        }
        return isOtherwiseCoded ? .failed(RecordingError(.pictureChanged)) : .goesOn
    }

    /// - Returns: nil if it does not belong into the recording.
    private func place(_ frame: Frame, _ captured: MonotonicTime) -> Outcome? {
        guard let timing = timeline.addPicture(capturedAt: captured) else { return nil }
        if let limit, timing.time >= limit { return .full }
        guard let time = paced.place(timing.time) else { return .goesOn }
        let picture: Picture
        if let pictures, let memory {
            guard let planes = memory.take(within: Self.timeout) else {
                return .failed(RecordingError(.encoderFailed))
            }
            let portion = glide?.portion(at: frame.captured)
            do throws(ImagingError) { try pictures.draw(frame, portion: portion, into: planes) } catch {
                memory.giveBack(planes)
                return leaveOut(error)
            }
            picture = .drawn(planes)
        } else {
            do throws(ImagingError) { picture = .original(try strict?.stored(frame) ?? frame) } catch {
                return leaveOut(error)
            }
        }
        if let pending { write(pending, length: time - pending.time) }
        pending = (picture, time, frame.captured)
        hasPicture = true
        // Written at once if its length is known: the next picture may be minutes away.
        if let length = paced.length { writePending(length) }
        return .goesOn
    }

    /// The picture before is shown for longer.
    private func leaveOut(_ error: ImagingError) -> Outcome {
        Log(domain: "recording").debug("a picture was left out: \(error)")
        return .goesOn
    }

    /// Whether the encoder has time for a frame.
    private func isTaken(_ frame: Frame) -> Bool {
        handedOver.removeFirst(max(0, handedOver.count - writer.backlog.pictures))
        var oldest = handedOver.first ?? frame.captured
        // Pictures that are not encoded also wait there for the sound of their time, which is a second late while the sound
        // server hangs: only what has waited since then is behind.
        if sound != nil, pictures == nil {
            oldest = frame.captured + (.zero - max(.zero, (soundReach ?? timeline.start) - oldest))
        }
        let wasTooSlow = lag.isTooSlow
        let isTaken = lag.takes(frame.captured, oldest: oldest, newest: queue.newest ?? oldest, at: .now)
        // A crash would also lose the incomplete fragment.
        if lag.isTooSlow, !wasTooSlow { writer.shortenFragments() }
        return isTaken
    }

    private func writePending(_ length: Duration) {
        if let pending { write(pending, length: length) }
        pending = nil
    }

    private func write(
        _ written: (picture: Picture, time: Duration, captured: MonotonicTime), length: Duration
    ) {
        handedOver.append(written.captured)
        switch written.picture {
        case .drawn(let planes):
            writer.writePicture(
                UnsafeRawBufferPointer(planes), planes: self.planes, at: written.time.nanoseconds,
                duration: length.nanoseconds,
                releasing: { [memory, address = UInt(bitPattern: planes.baseAddress), count = planes.count] in
                    memory?.giveBack(
                        UnsafeMutableRawBufferPointer(
                            start: UnsafeMutableRawPointer(bitPattern: address), count: count))
                })
        case .original(let frame):
            _ = frame.withBytes { bytes in
                writer.writePicture(
                    bytes, at: written.time.nanoseconds, duration: length.nanoseconds,
                    releasing: { withExtendedLifetime(frame) {} })
            }
        }
    }

    /// - Parameter time: nothing captured later belongs to the recording.
    private func end(at time: MonotonicTime) {
        let write: (SoundSegment) -> Void = { [sound] in sound?.write($0, of: []) }
        let end: MonotonicTime
        if let limit, timeline.length(at: time) > limit {
            end = time + (limit - timeline.length(at: time))
        } else {
            end = time
        }
        // The timeline may contain pictures beyond the limit.
        let recorded = min(timeline.end(at: end, write).length, limit ?? .seconds(1_000_000_000))
        let length = paced.length(of: recorded)
        if let pending { writePending(max(length - pending.time, .milliseconds(1))) }
        ended = length
    }
}

/// The sound of a recording as it is written, sample after sample. Thread-bound.
final class SoundTrack {
    /// Channels; the sound server converts.
    static let channels = 2

    private let writer: VideoWriter
    /// Samples of each channel so far.
    private var count: Int64 = 0

    init(_ writer: VideoWriter) { self.writer = writer }

    /// - Parameter samples: the block that contains the piece.
    func write(_ piece: SoundSegment, of samples: [Int16]) {
        switch piece {
        case .silence(let length): write([Int16](repeating: 0, count: length * Self.channels)[...])
        case .samples(let range):
            write(samples[(range.lowerBound * Self.channels)..<(range.upperBound * Self.channels)])
        }
    }

    private func write(_ samples: ArraySlice<Int16>) {
        guard !samples.isEmpty else { return }
        let time = Self.time(of: count)
        count += Int64(samples.count / Self.channels)
        _ = samples.withUnsafeBytes { writer.writeSound($0, at: time) }
    }

    /// When a sample is heard, in nanoseconds from the beginning.
    static func time(of sample: Int64) -> Int64 {
        // In one multiplication, two days of sound would be too many.
        let (seconds, rest) = sample.quotientAndRemainder(dividingBy: Int64(SoundCapture.rate))
        return seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(SoundCapture.rate)
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
