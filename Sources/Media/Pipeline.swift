// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader
internal import CaptureCore
internal import Dispatch
internal import Glibc
internal import Synchronization

/// What a pipeline reports, on any thread.
enum PipelineEvent: Sendable {
    /// Everything is written.
    case ended
    case failed(MediaFault)
}

/// A pipeline of GStreamer's. Thread-safe.
///
/// Its end waits for GStreamer's threads. It runs on a queue of its own, because one of those may drop the last
/// reference.
// Safe: both properties are set once. What the pointer leads to (TtMediaPipeline) changes in three ways only. `element` and
// `events` are set before this class has the pointer, `take`, `inputs` and `disk` before the start and so before any thread
// of GStreamer's reads them (`init`, `input` and `endWithFault` below; `VideoWriter.init` is the only caller of the latter
// two); `counts` and `is_disk_over` are atomic.
// Elements and their properties are GStreamer's, which locks each of them ("MT safe"). tt_media_pipeline_free is called
// once, by deinit, when no reference is left that anything could be called by; it waits for GStreamer's threads.
final class Pipeline: @unchecked Sendable {
    private let pointer: OpaquePointer
    /// The file that its threads read or write.
    private let file: OwnedDescriptor

    /// - Parameters:
    ///   - file: kept open for as long as GStreamer may use it.
    ///   - pictures: gets every picture of the element `appsink name=picture` when it is due, with the video's facts.
    ///   - report: called, as the one before, on GStreamer's threads, and not after the pipeline was stopped.
    /// - Throws: `libraryMissing`, `elementMissing`, `failed`.
    init(
        _ description: String, keeping file: OwnedDescriptor,
        pictures: (video: VideoFacts, take: @Sendable (VideoPicture) -> Void)? = nil,
        _ report: @escaping @Sendable (PipelineEvent) -> Void
    ) throws(MediaFault) {
        try MediaLibrary.load()
        let box = Unmanaged.passRetained(ReportBox(report, pictures))
        let events = TtMediaEvents(
            box: box.toOpaque(),
            ended: { ReportBox.at($0).report(.ended) },
            failed: { box, fault, text in
                ReportBox.at(box).report(.failed(MediaFault(fault, String(cString: text))))
            },
            release: { box in box.map { Unmanaged<ReportBox>.fromOpaque($0).release() } })
        var fault = TT_MEDIA_OTHER
        let made: (OpaquePointer?, String) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) {
            text in
            text.initialize(repeating: 0)
            let start = text.baseAddress.unsafelyUnwrapped
            let made = tt_media_pipeline_new(description, events, &fault, start, text.count)
            return (made, String(cString: start))
        }
        guard let pointer = made.0 else { throw MediaFault(fault, made.1) }
        (self.pointer, self.file) = (pointer, file)
        guard pictures != nil else { return }
        tt_media_pipeline_take_pictures(pointer, "picture", box.toOpaque()) { box, picture in
            let box = ReportBox.at(box)
            guard let (video, take) = box.pictures else { return tt_media_picture_release(picture.owner) }
            take(VideoPicture(picture, of: video))
        }
    }

    deinit {
        let address = UInt(bitPattern: pointer)
        Self.endings.async(group: Self.unended) { [file] in
            withExtendedLifetime(file) {
                if let pointer = OpaquePointer(bitPattern: address) { tt_media_pipeline_free(pointer) }
            }
        }
    }

    private static let endings = DispatchQueue(label: "tintype-pipelines", attributes: .concurrent)

    /// The endings under way. `exit`, by which tests end, waits for them before it tears down what GStreamer's threads use.
    private static let unended: DispatchGroup = {
        atexit { _ = Pipeline.unended.wait(timeout: .now() + .seconds(1)) }
        return DispatchGroup()
    }()

    /// - Returns: false if an element refused, which has been reported.
    func start() -> Bool { tt_media_pipeline_start(pointer) }

    /// Returns when the pipeline's threads have ended and all memory is released. Not for the main thread.
    func stop() { tt_media_pipeline_stop(pointer) }

    /// An element `appsrc`. Call once for each, before the start, from where the pipeline was made.
    func input(_ name: String) throws(MediaFault) -> PipelineInput {
        guard let input = tt_media_pipeline_input(pointer, name) else {
            throw MediaFault(.failed, "no input \(name)")
        }
        return PipelineInput(input, of: self)
    }

    /// Makes the element with this name stop writing at its first fault, so that its output has no hole. Call before the
    /// start.
    func endWithFault(_ name: String) { tt_media_pipeline_end_with_fault(pointer, name) }

    /// Does something while the element with this name writes nothing; the pipeline is held up meanwhile. Waits for it; not
    /// on a thread of GStreamer's.
    ///
    /// - Throws: what `body` throws; `timedOut` if the element is not done with what it writes in time, `body` is not
    ///   called then.
    func betweenBuffers(
        of name: String, within limit: Duration, _ body: @escaping @Sendable () throws(MediaFault) -> Void
    ) throws(MediaFault) {
        let work = IdleWork(body)
        tt_media_pipeline_between_buffers(
            pointer, name, Unmanaged.passRetained(work).toOpaque(),
            { Unmanaged<IdleWork>.fromOpaque($0).takeUnretainedValue().run() },
            { Unmanaged<IdleWork>.fromOpaque($0).release() })
        guard let result = work.wait(limit) else { throw MediaFault(.timedOut, "\(name) is not done") }
        try result.get()
    }

    /// Counts the buffers that pass an element `identity signal-handoffs=true`, two elements at most. Call before the
    /// start.
    func count(_ name: String, as counter: Int32) { tt_media_pipeline_count(pointer, name, counter) }

    func counted(_ counter: Int32) -> UInt64 { tt_media_pipeline_counted(pointer, counter) }

    /// Nothing more comes down the element with this name.
    func end(_ name: String) { tt_media_pipeline_end(pointer, name) }

    /// Sets the time units per second of an MP4 track.
    func scale(_ element: String, _ track: String, _ units: Int) {
        tt_media_pipeline_scale(pointer, element, track, UInt32(units))
    }

    /// Lets each picture of an MP4 track reach the disk when it comes.
    func writeEach(_ element: String, _ track: String) {
        tt_media_pipeline_write_each(pointer, element, track)
    }

    /// Sets an unsigned property of an element, also after the start.
    func set(_ element: String, _ property: String, _ value: Int) {
        tt_media_pipeline_set(pointer, element, property, UInt32(value))
    }

    func tag(_ name: String, _ tags: TtMediaTags) { tt_media_pipeline_tag(pointer, name, tags) }

    /// The first picture of the element `appsink name=picture`; nil if none comes in time.
    ///
    /// - Parameter video: whose picture it is.
    func picture(of video: VideoFacts, within limit: Duration) -> VideoPicture? {
        withUnsafeTemporaryAllocation(of: TtMediaPicture.self, capacity: 1) { slot in
            let picture = slot.baseAddress.unsafelyUnwrapped
            guard tt_media_pipeline_picture(pointer, "picture", limit.nanoseconds, picture) else {
                return nil
            }
            return VideoPicture(picture.pointee, of: video)
        }
    }

    /// - Returns: false if an element refused.
    func pause() -> Bool { tt_media_pipeline_pause(pointer) }

    func seek(to time: Duration) -> Bool { tt_media_pipeline_seek(pointer, time.nanoseconds) }

    /// Sets what an element `capsfilter` lets through.
    func filter(_ name: String, _ form: String) { tt_media_pipeline_filter(pointer, name, form) }

    /// Mutes or unmutes an element `volume`.
    func mute(_ name: String, _ isMuted: Bool) { tt_media_pipeline_mute(pointer, name, isMuted) }
}

/// Work that is done once, unless it is given up before it begins. Thread-safe.
private final class IdleWork: Sendable {
    typealias Body = @Sendable () throws(MediaFault) -> Void

    private enum State {
        case pending(Body)
        case done(Result<Void, MediaFault>)
        case givenUp
    }

    private let state: Mutex<State>
    private let finished = DispatchSemaphore(value: 0)

    init(_ body: @escaping Body) { state = Mutex(.pending(body)) }

    func run() {
        state.withLock { state in
            guard case .pending(let body) = state else { return }
            state = .done(Result { () throws(MediaFault) in try body() })
        }
        finished.signal()
    }

    /// Work that has begun is waited for, however long it takes.
    ///
    /// - Returns: nil if it had not begun.
    func wait(_ limit: Duration) -> Result<Void, MediaFault>? {
        _ = finished.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1))))
        return state.withLock { state in
            guard case .done(let result) = state else {
                state = .givenUp
                return nil
            }
            return result
        }
    }
}

/// Keeps closures for C.
private final class ReportBox: Sendable {
    let report: @Sendable (PipelineEvent) -> Void
    let pictures: (video: VideoFacts, take: @Sendable (VideoPicture) -> Void)?

    init(
        _ report: @escaping @Sendable (PipelineEvent) -> Void,
        _ pictures: (video: VideoFacts, take: @Sendable (VideoPicture) -> Void)?
    ) {
        (self.report, self.pictures) = (report, pictures)
    }

    /// Borrowed: a pipeline keeps it until its release.
    static func at(_ box: UnsafeMutableRawPointer?) -> ReportBox {
        Unmanaged<ReportBox>.fromOpaque(box.unsafelyUnwrapped).takeUnretainedValue()
    }
}

/// A way into a pipeline. Thread-safe.
// Safe: both properties are set once. The pointer leads into the pipeline, which is kept, to one more pointer that is never
// changed (TtMediaInput.source): an appsrc, whose functions for pushing, ending and its level lock its queue.
final class PipelineInput: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let pipeline: Pipeline

    fileprivate init(_ pointer: OpaquePointer, of pipeline: Pipeline) {
        (self.pointer, self.pipeline) = (pointer, pipeline)
    }

    /// Queues memory; `release` is called on any thread when it is no longer needed, also after a failure. Allocates some
    /// hundred bytes for the callback and GStreamer's description of the memory; nothing is copied.
    func push(
        _ bytes: UnsafeRawBufferPointer, _ planes: TtMediaPlanes?, at time: UInt64, for duration: UInt64,
        release: @escaping @Sendable () -> Void
    ) -> Bool {
        guard let start = bytes.baseAddress else {
            release()
            return false
        }
        let memory = TtMediaMemory(
            bytes: start, count: bytes.count, box: Unmanaged.passRetained(ReleaseBox(release)).toOpaque(),
            release: { box in
                box.map { Unmanaged<ReleaseBox>.fromOpaque($0).takeRetainedValue().release() }
            })
        guard var planes else { return tt_media_input_push(pointer, memory, nil, time, duration) }
        return tt_media_input_push(pointer, memory, &planes, time, duration)
    }

    /// Queues a copy.
    func push(copyOf bytes: UnsafeRawBufferPointer, at time: UInt64, for duration: UInt64) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        return tt_media_input_push_copy(pointer, start, bytes.count, time, duration)
    }

    func end() { tt_media_input_end(pointer) }

    var level: TtMediaLevel { tt_media_input_level(pointer) }
}

private final class ReleaseBox: Sendable {
    let release: @Sendable () -> Void

    init(_ release: @escaping @Sendable () -> Void) { self.release = release }
}

extension VideoPicture {
    /// Takes the picture over.
    fileprivate init(_ picture: TtMediaPicture, of video: VideoFacts) {
        let owner = UInt(bitPattern: picture.owner)
        let photo = DecodedPhoto(
            size: PixelSize(width: Int(picture.width), height: Int(picture.height)), fullSize: video.size,
            length: video.duration > .zero ? video.duration : nil, stride: Int(picture.width) * 4,
            pixels: UnsafeMutableRawPointer(mutating: picture.pixels),
            release: { UnsafeMutableRawPointer(bitPattern: owner).map { tt_media_picture_release($0) } })
        self.init(photo: photo, time: .nanoseconds(Int64(clamping: picture.time)))
    }
}

extension Duration {
    /// Zero for what is negative.
    var nanoseconds: UInt64 { UInt64(max(0, self / .nanoseconds(1))) }
}
