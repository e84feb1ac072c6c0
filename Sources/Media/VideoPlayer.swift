// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Dispatch
internal import Platform
internal import Synchronization

/// Plays a video with GStreamer, synchronized to the sound's clock. Thread-safe.
///
/// Without a sound server, or a decoder for the sound, it plays the pictures alone.
public final class VideoPlayer: VideoPlaying {
    private struct State {
        var status: PlaybackStatus
        var picture: VideoPicture?
        /// Of the last picture.
        var time = Duration.zero
        var pipeline: Pipeline?
        /// Counts pipelines: abandoned ones may still report.
        var generation = 0
        var isMuted = false
        var size: PixelSize
        /// Whether the first picture of the pipeline has come; it can't seek before that.
        var hasShown = false
        /// The next seek's target, while another seek waits for its picture.
        var wanted: Duration?
        /// When the last seek began; nil if its picture has come.
        var seekBegan: MonotonicTime?

        /// Whether a seek is under way. One to a place without a picture, as after the last one, gets none.
        var isSeeking: Bool { seekBegan.map { .now - $0 < .seconds(1) } ?? false }
    }

    private static let lastPart: Duration = .milliseconds(100)

    private let file: VideoFile
    private let facts: VideoFacts
    private let state: Mutex<State>
    /// GStreamer's changes of state may wait for a disk or a sound server.
    private let queue = DispatchQueue(label: "tintype-player")

    /// Opens a file, paused at its first picture, which comes in a moment. A few milliseconds; not on the main thread.
    ///
    /// - Parameter size: what the pictures should fit into.
    /// - Throws: as `VideoFacts.read`.
    public init(_ path: String, fitting size: PixelSize) throws(MediaFault) {
        file = try VideoFile(OwnedDescriptor(reading: path))
        facts = VideoFacts(file)
        state = Mutex(
            State(
                status: PlaybackStatus(length: facts.duration, hasSound: facts.hasSound),
                size: facts.size.fitted(into: size)))
        queue.async { [weak self] in self?.open(hasSound: true, at: .zero) }
    }

    public var status: PlaybackStatus { state.withLock { $0.status } }

    public func takePicture() -> VideoPicture? { state.withLock { $0.picture.take() } }

    public func play() {
        let begins = state.withLock { state in
            // A fault is final: its pipeline reports nothing more, and the caller has not read it yet.
            guard state.status.fault == nil else { return false }
            state.status.isPlaying = true
            defer { state.status.hasEnded = false }
            return state.status.hasEnded
        }
        if begins { seek(to: .zero) }
        queue.async { [weak self] in self?.run() }
    }

    public func pause() {
        state.withLock { $0.status.isPlaying = false }
        queue.async { [weak self] in self?.run() }
    }

    public func seek(to time: Duration) {
        state.withLock { state in
            // The end itself has no picture.
            let last = state.status.length > .zero ? max(.zero, state.status.length - Self.lastPart) : time
            state.wanted = min(max(.zero, time), last)
            state.status.hasEnded = false
        }
        queue.async { [weak self] in self?.seekToWanted() }
    }

    public func setMuted(_ isMuted: Bool) {
        state.withLock { $0.isMuted = isMuted }
        queue.async { [weak self] in self?.applyMute() }
    }

    public func fit(_ size: PixelSize) {
        let size = facts.size.fitted(into: size)
        let isNew = state.withLock { state in
            defer { state.size = size }
            return state.size != size
        }
        guard isNew else { return }
        queue.async { [weak self, file] in
            self?.current?.filter("form", file.form(size))
            // A paused pipeline takes the new size only with another picture.
            if let self, !self.status.isPlaying { self.seek(to: self.state.withLock { $0.time }) }
        }
    }

    // MARK: On the queue

    private var current: Pipeline? { state.withLock { $0.pipeline } }

    private func open(hasSound: Bool, at time: Duration) {
        let isHeard = hasSound && facts.hasSound
        let (size, generation) = state.withLock { state in
            state.generation += 1
            (state.hasShown, state.seekBegan) = (false, nil)
            state.status.hasSound = isHeard
            return (state.size, state.generation)
        }
        let sound =
            isHeard
            ? "  file.audio_0 ! queue ! decodebin ! audioconvert ! audioresample ! volume name=volume ! pulsesink"
            : ""
        do throws(MediaFault) {
            let pipeline = try Pipeline(
                file.decoding(size, sink: "qos=true max-buffers=1") + sound, keeping: file.descriptor,
                pictures: (facts, { [weak self] in self?.show($0, generation) })
            ) { [weak self] in self?.handle($0, generation) }
            state.withLock { $0.pipeline = pipeline }
            guard pipeline.pause() else { return }
            if time > .zero { seek(to: time) }
            applyMute()
            run()
        } catch {
            fail(error, generation)
        }
    }

    private func run() {
        let (pipeline, isPlaying) = state.withLock { ($0.pipeline, $0.status.isPlaying) }
        // A pipeline that refuses has reported why.
        _ = isPlaying ? pipeline?.start() : pipeline?.pause()
    }

    private func applyMute() {
        let (pipeline, isMuted) = state.withLock { ($0.pipeline, $0.isMuted) }
        pipeline?.mute("volume", isMuted)
    }

    private func seekToWanted() {
        let (pipeline, time) = state.withLock { state -> (Pipeline?, Duration?) in
            guard state.hasShown, !state.isSeeking, let wanted = state.wanted.take() else {
                return (nil, nil)
            }
            state.seekBegan = .now
            return (state.pipeline, wanted)
        }
        guard let pipeline, let time else { return }
        if !pipeline.seek(to: time) { state.withLock { $0.seekBegan = nil } }
    }

    // MARK: On threads of GStreamer's

    private func show(_ picture: VideoPicture, _ generation: Int) {
        let goesOn = state.withLock { state in
            guard state.generation == generation else { return false }
            (state.picture, state.time) = (picture, picture.time)
            (state.hasShown, state.seekBegan) = (true, nil)
            return state.wanted != nil
        }
        if goesOn { queue.async { [weak self] in self?.seekToWanted() } }
    }

    private func handle(_ event: PipelineEvent, _ generation: Int) {
        switch event {
        case .ended:
            state.withLock { state in
                guard state.generation == generation else { return }
                (state.status.isPlaying, state.status.hasEnded, state.seekBegan) = (false, true, nil)
            }
            // Pauses, so that a seek from the end does not start it again.
            queue.async { [weak self] in self?.run() }
        case .failed(let fault): fail(fault, generation)
        }
    }

    private func fail(_ fault: MediaFault, _ generation: Int) {
        let retry: Duration? = state.withLock { state in
            guard state.generation == generation else { return nil }
            // Further faults of this pipeline follow from the first.
            state.generation += 1
            if state.status.hasSound { return state.time }
            (state.status.isPlaying, state.status.fault) = (false, PhotoFault(file.named(fault)))
            return nil
        }
        guard let retry else { return }
        queue.async { [weak self] in self?.open(hasSound: false, at: retry) }
    }
}
