// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader
internal import CaptureCore
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Encodes pictures and sound into a file as they come. Thread-safe.
///
///     let writer = try VideoWriter(settings, into: descriptor) { fault in … }
///     writer.writePicture(bytes, planes: planes, at: time, duration: interval) { pool.giveBack(picture) }
///     writer.writeSound(samples, at: time)
///     try await writer.finish()
///
/// All but the last half second can be played at any moment, even if the program is killed; `MediaRepair` then makes it
/// an ordinary file. The time of each picture is kept: to 1/90000 s in MP4, to a millisecond in Matroska and WebM.
/// Without `finish` or `cancel`, recording ends with the last reference.
public final class VideoWriter: Sendable {
    /// Where the planes Y, Cb and Cr begin in a picture's bytes, and their bytes from line to line.
    public struct Planes: Equatable, Sendable {
        public var offsets: (y: Int, cb: Int, cr: Int)
        public var strides: (y: Int, cb: Int, cr: Int)

        public init(offsets: (y: Int, cb: Int, cr: Int), strides: (y: Int, cb: Int, cr: Int)) {
            (self.offsets, self.strides) = (offsets, strides)
        }

        public static func == (left: Self, right: Self) -> Bool {
            left.offsets == right.offsets && left.strides == right.strides
        }

        /// The number of bytes that a picture of this size takes; nil if planes lie outside of all memory.
        fileprivate func end(for size: PixelSize) -> Int? {
            let half = (width: (size.width + 1) / 2, height: (size.height + 1) / 2)
            let ends = [
                Self.end(offsets.y, strides.y, size.width, size.height),
                Self.end(offsets.cb, strides.cb, half.width, half.height),
                Self.end(offsets.cr, strides.cr, half.width, half.height),
            ]
            return ends.contains { $0 == nil } ? nil : ends.compactMap { $0 }.max()
        }

        private static func end(_ offset: Int, _ stride: Int, _ width: Int, _ height: Int) -> Int? {
            guard offset >= 0, height > 0, (width...Int(Int32.max)).contains(stride) else { return nil }
            let (end, isTooFar) = offset.addingReportingOverflow(stride * (height - 1) + width)
            return isTooFar ? nil : end
        }
    }

    /// Pictures that wait for the encoder.
    public struct Backlog: Equatable, Sendable {
        public let pictures: Int
        public let bytes: Int
        /// From the first to the last of them.
        public let time: Duration
    }

    /// How long `finish` waits for the encoder's backlog and the disk: in total, and without anything being written.
    private static let finishLimits = (seconds: 60, silentSeconds: 10)

    private let settings: VideoWriterSettings
    private let file: OwnedDescriptor
    private let pipeline: Pipeline
    private let pictures: PipelineInput
    private let sound: PipelineInput?
    private let progress: WriterProgress
    /// Whether sound was written.
    private let hasSound = Atomic(false)
    /// What `follow` has read; nil while it reads.
    private let followed = Mutex<MP4Recording?>(nil)

    /// Begins to write. Takes some 10 ms: GStreamer's plugins are loaded and threads begin.
    ///
    /// - Parameters:
    ///   - descriptor: an open, empty file; it is reopened, so the caller may close the descriptor.
    ///   - failed: called once at most, on no particular thread, for a fault before `finish` or `cancel`. Nothing is
    ///     written afterwards; what was written stays.
    /// - Throws: `libraryMissing`, `elementMissing`, `inputOutput`, `failed`.
    public init(
        _ settings: VideoWriterSettings, into descriptor: Int32,
        failed: @escaping @Sendable (MediaFault) -> Void
    ) throws(MediaFault) {
        let descriptor = try OwnedDescriptor(reopening: descriptor, O_RDWR)
        let progress = WriterProgress(failed)
        let pipeline = try Pipeline(settings.pipeline(into: descriptor.number), keeping: descriptor) {
            progress.handle($0)
        }
        pictures = try pipeline.input(VideoWriterSettings.pictures)
        sound = settings.sound == nil ? nil : try pipeline.input(VideoWriterSettings.samples)
        if settings.container == .mp4 {
            VideoWriterSettings.scale(pipeline)
            if settings.writesEachPicture { VideoWriterSettings.writeEach(pipeline) }
        }
        pipeline.endWithFault(VideoWriterSettings.disk)
        settings.tags.write(to: pipeline)
        (self.settings, self.pipeline, self.progress) = (settings, pipeline, progress)
        file = descriptor
        guard pipeline.start() else {
            throw progress.cancel() ?? MediaFault(.failed, "the pipeline does not start")
        }
    }

    deinit { progress.cancel() }

    /// Queues a picture and returns at once.
    ///
    /// - Parameters:
    ///   - bytes: as the settings say; they must not change until `releasing` is called.
    ///   - planes: for raw pictures; nil if the planes follow each other as GStreamer's do, each line at a multiple of
    ///     four bytes.
    ///   - time: since the beginning, in nanoseconds; later than the picture before.
    ///   - duration: in nanoseconds; used for the last picture only; others last until the next one.
    ///   - releasing: called once, on any thread, even if the picture is refused.
    /// - Returns: whether the picture is queued; false after a fault, after the end, and for planes outside of the bytes.
    @discardableResult public func writePicture(
        _ bytes: UnsafeRawBufferPointer, planes: Planes? = nil, at time: Int64, duration: Int64,
        releasing: @escaping @Sendable () -> Void
    ) -> Bool {
        guard progress.isWriting, time >= 0, duration >= 0, holds(bytes, planes) else {
            releasing()
            return false
        }
        return pictures.push(
            bytes, planes.map { TtMediaPlanes($0, settings.picture.size) }, at: UInt64(time),
            for: UInt64(duration), release: releasing)
    }

    /// Whether a raw picture's planes lie within its bytes.
    private func holds(_ bytes: UnsafeRawBufferPointer, _ planes: Planes?) -> Bool {
        guard case .raw(let size, _, _) = settings.picture else { return bytes.count > 0 && planes == nil }
        let planes = planes ?? .standard(size)
        return planes.end(for: size).map { $0 <= bytes.count } ?? false
    }

    /// Queues a copy of whole samples and returns at once.
    ///
    /// - Parameter time: of the first sample, since the beginning, in nanoseconds. Samples follow each other without
    ///   gaps: MP4 holds pictures back until the sound of their time comes. If no more sound comes, call `endSound`.
    /// - Returns: false after a fault, after the end, and if the settings have no sound.
    @discardableResult public func writeSound(_ bytes: UnsafeRawBufferPointer, at time: Int64) -> Bool {
        guard progress.isWriting, let sound, let form = settings.sound else { return false }
        hasSound.store(true, ordering: .relaxed)
        return sound.push(
            copyOf: bytes, at: UInt64(max(0, time)), for: UInt64(form.duration(of: bytes.count)))
    }

    /// No more sound comes, as from an unplugged microphone; pictures go on.
    public func endSound() {
        guard let sound, let form = settings.sound else { return }
        if !hasSound.exchange(true, ordering: .relaxed) {
            // An empty track would make the file unreadable.
            let silence = [UInt8](repeating: 0, count: form.byteCount(for: 100_000_000))
            silence.withUnsafeBytes { _ = sound.push(copyOf: $0, at: 0, for: 100_000_000) }
        }
        sound.end()
    }

    /// The pictures that wait for the encoder. While it grows, the caller should drop pictures.
    public var backlog: Backlog {
        let level = pictures.level
        return Backlog(
            pictures: Int(clamping: level.buffers), bytes: Int(clamping: level.bytes),
            time: .nanoseconds(Int64(clamping: level.nanoseconds)))
    }

    /// Makes fragments shorter: a crash loses less of the video, and the file gets a little larger.
    public func shortenFragments() {
        if settings.container == .mp4 { VideoWriterSettings.shortenFragments(pipeline) }
    }

    /// Reads the file's descriptions of samples written since the last call. Call about once a second, from one thread.
    ///
    /// They are still in the kernel's cache then; `finish` would have to read twenty thousand places from the disk after
    /// an hour. An hour's descriptions take some 12 MiB.
    public func follow() {
        guard settings.container == .mp4 else { return }
        var recording = followed.withLock { $0.take() }
        // What can't be read now is read with the next call, or by `finish`, which says so.
        if recording == nil {
            recording = (try? MP4Recording(file, isGrowing: true)) ?? nil
        } else {
            try? recording?.follow(file)
        }
        followed.withLock { $0 = recording }
    }

    /// Goes on in another file, which gets everything written so far; for a file that was deleted. Writing is held up
    /// only while the last of it is copied, some 100 ms. Blocks for as long as copying takes. Not while `finish` is under
    /// way; after it, the whole file is copied.
    ///
    /// - Parameter descriptor: an open, empty file; it is reopened, so the caller may close the descriptor.
    /// - Throws: `noSpace`, `inputOutput`, `fileTooLarge`; `timedOut` if the disk stands still. The old file stays in use.
    public func move(into descriptor: Int32) throws(MediaFault) {
        let move = try FileMove(from: file, to: OwnedDescriptor(reopening: descriptor, O_RDWR))
        try pipeline.betweenBuffers(of: VideoWriterSettings.disk, within: Self.moveLimit) {
            () throws(MediaFault) in try move.finish()
        }
    }

    /// How long a disk may take for what is being written.
    private static let moveLimit: Duration = .seconds(10)

    /// Writes what is queued, and the end of the file. Some 50 ms if there is no backlog.
    ///
    /// - Throws: the fault that ended recording earlier, or one of now; `timedOut` after ten seconds in which nothing is
    ///   written, or a minute; `nothingRecorded` without a picture. What was written before stays, as a whole file.
    public func finish() async throws(MediaFault) {
        let result = await withCheckedContinuation { continuation in
            if progress.await(continuation) {
                pictures.end()
                endSound()
                limitFinish(after: 0, file.size)
            }
        }
        let finished = await stop(hasEnd: (try? result.get()) != nil)
        try result.get()
        try finished.get()
    }

    /// - Parameters:
    ///   - seconds: that it has been waited.
    ///   - size: of the file then.
    private func limitFinish(after seconds: Int, _ size: Int) {
        let step = Self.finishLimits.silentSeconds
        WriterProgress.queue.asyncAfter(deadline: .now() + .seconds(step)) { [weak self] in
            guard let self, progress.isFinishing else { return }
            let (seconds, now) = (seconds + step, file.size)
            guard now > size, seconds < Self.finishLimits.seconds else {
                return progress.handle(.failed(MediaFault(.timedOut, "no end after \(seconds) s")))
            }
            limitFinish(after: seconds, now)
        }
    }

    /// Ends recording without finishing the file, which stays.
    ///
    /// Returns at once; pictures are released soon.
    public func cancel() {
        progress.cancel()
        WriterProgress.queue.async { [self] in pipeline.stop() }
    }

    /// Waits for GStreamer's threads and completes the file.
    ///
    /// - Parameter hasEnd: whether they wrote everything.
    private func stop(hasEnd: Bool) async -> Result<Void, MediaFault> {
        await withCheckedContinuation { continuation in
            WriterProgress.queue.async { [self] in
                pipeline.stop()
                continuation.resume(
                    returning: Result { () throws(MediaFault) in try complete(hasEnd: hasEnd) })
            }
        }
    }

    private func complete(hasEnd: Bool) throws(MediaFault) {
        guard settings.container == .mp4 else {
            if !hasEnd { try MatroskaEnd.settle(file) }
            return
        }
        let earlier = followed.withLock { $0.take() }
        try MP4Finisher.finish(file, settings.tags, priming: settings.priming, after: earlier)
    }
}

extension VideoWriter.Planes {
    /// GStreamer's layout (GstVideoInfo): lines at multiples of four bytes, planes of an even number of lines.
    fileprivate static func standard(_ size: PixelSize) -> Self {
        let luma = (size.width + 3) / 4 * 4
        let chroma = ((size.width + 1) / 2 + 3) / 4 * 4
        let height = (size.height + 1) / 2 * 2
        let cb = luma * height
        return Self(offsets: (0, cb, cb + chroma * height / 2), strides: (luma, chroma, chroma))
    }
}

extension TtMediaPlanes {
    fileprivate init(_ planes: VideoWriter.Planes, _ size: PixelSize) {
        self.init(
            width: Int32(size.width), height: Int32(size.height),
            offsets: (planes.offsets.y, planes.offsets.cb, planes.offsets.cr),
            strides: (Int32(planes.strides.y), Int32(planes.strides.cb), Int32(planes.strides.cr)))
    }
}

extension VideoWriterSettings.Sound {
    /// Bytes of a sample of all channels.
    private var bytesPerSample: Int { 2 * channels }

    /// Whole samples in this many nanoseconds, in bytes.
    fileprivate func byteCount(for nanoseconds: Int64) -> Int {
        Int((Double(nanoseconds) * Double(rate) / 1e9).rounded()) * bytesPerSample
    }

    /// In nanoseconds.
    fileprivate func duration(of bytes: Int) -> Int64 {
        Int64(bytes / bytesPerSample) * 1_000_000_000 / Int64(rate)
    }
}

extension VideoWriterSettings {
    /// Samples that the sound encoder adds before the first one. An Opus stream says that itself.
    var priming: Int {
        guard case .encoded(let encoder)? = sound?.coding else { return 0 }
        return switch encoder {
        case .fdkAAC: 2048
        case .voAAC: 1600
        case .libavAAC: 1024
        case .opus: 0
        }
    }
}

/// The progress of a recording. Thread-safe.
private final class WriterProgress: Sendable {
    typealias Result = Swift.Result<Void, MediaFault>

    private enum State {
        case writing(failed: @Sendable (MediaFault) -> Void)
        /// The fault was reported to the caller.
        case faulted(MediaFault)
        case finishing(CheckedContinuation<Result, Never>)
        case over
    }

    private enum Effect {
        case none
        case tell(MediaFault, @Sendable (MediaFault) -> Void)
        case resume(CheckedContinuation<Result, Never>, Result)
    }

    /// For waiting for GStreamer's threads and for callbacks, neither of which may happen on those threads.
    static let queue = DispatchQueue(label: "tintype-video", attributes: .concurrent)

    private let state: Mutex<State>

    init(_ failed: @escaping @Sendable (MediaFault) -> Void) { state = Mutex(.writing(failed: failed)) }

    var isWriting: Bool {
        state.withLock { state in
            guard case .writing = state else { return false }
            return true
        }
    }

    var isFinishing: Bool {
        state.withLock { state in
            guard case .finishing = state else { return false }
            return true
        }
    }

    func handle(_ event: PipelineEvent) {
        switch event {
        case .ended: carryOut(state.withLock { Self.end(&$0, .success(())) })
        case .failed(let fault): carryOut(state.withLock { Self.end(&$0, .failure(fault)) })
        }
    }

    /// An end that was not requested is a fault too.
    private static func end(_ state: inout State, _ result: Result) -> Effect {
        switch state {
        case .writing(let failed):
            let fault: MediaFault
            do throws(MediaFault) {
                try result.get()
                fault = MediaFault(.failed, "ended early")
            } catch {
                fault = error
            }
            state = .faulted(fault)
            return .tell(fault, failed)
        case .finishing(let continuation):
            state = .over
            return .resume(continuation, result)
        case .faulted, .over: return .none
        }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .none: break
        case .tell(let fault, let failed): Self.queue.async { failed(fault) }
        case .resume(let continuation, let result): continuation.resume(returning: result)
        }
    }

    /// Whether the end is still to come; else the continuation has been resumed.
    func await(_ continuation: CheckedContinuation<Result, Never>) -> Bool {
        let result: Result? = state.withLock { state in
            switch state {
            case .writing:
                state = .finishing(continuation)
                return nil
            case .faulted(let fault):
                state = .over
                return .failure(fault)
            case .finishing, .over: return .failure(MediaFault(.failed, "over"))
            }
        }
        if let result { continuation.resume(returning: result) }
        return result == nil
    }

    /// - Returns: an earlier fault.
    @discardableResult func cancel() -> MediaFault? {
        let (effect, fault): (Effect, MediaFault?) = state.withLock { state in
            switch state {
            case .writing, .over:
                state = .over
                return (.none, nil)
            case .faulted(let fault):
                state = .over
                return (.none, fault)
            case .finishing:
                return (Self.end(&state, .failure(MediaFault(.failed, "cancelled"))), nil)
            }
        }
        carryOut(effect)
        return fault
    }
}
