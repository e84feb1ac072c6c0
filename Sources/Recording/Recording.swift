// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Dispatch
internal import Imaging
internal import Media
internal import Permissions
internal import Photos
internal import Platform
internal import Sound
internal import Synchronization

/// One recording, from the press to the file. Thread-safe.
///
///     frames, sound, pauses ──▶ RecordingQueue ──▶ RecordingWorker (a thread of its own) ──▶ VideoWriter ──▶ VideoFile
///
/// Once a second the file is looked for and synced, on another thread, so that a slow disk holds up no picture.
final class Recording: RunningRecording {
    /// Free bytes on the disk at which a recording ends by itself: its index needs some.
    static let reserve = 16 << 20
    /// This part of the largest file is kept for the index: 64 MiB of 4 GiB.
    private static let indexShare = 64
    private static let syncInterval: DispatchTimeInterval = .seconds(1)
    /// The number of the sync at which the beginning is over.
    private static let settled = 3
    /// How old the shown status may get while no event comes.
    private static let idle: Duration = .milliseconds(250)

    private struct State {
        var status = RecordingStatus()
        var hasPicture = false
        /// Pictures of the camera that had to be encoded anew.
        var encodedCount = 0
        /// Whether its file is gone and no other one could be made.
        var isLost = false
        /// Why sound is missing from a part of it, or all.
        var soundFault: SoundFault?
        /// Set when the worker has handed everything to the encoder.
        var hasEnded = false
        var whenEnded: CheckedContinuation<Void, Never>?
    }

    private let events: RecordingQueue
    private let encoding: Encoding
    /// The first one, or where the video is now.
    private let current: Mutex<VideoFile>
    private let places: RecordingPlaces
    /// The disk's thread.
    private let disk = DispatchQueue(label: "recording-disk")
    private let writer: VideoWriter
    private let microphone: RecordedSound?
    private let state: Mutex<State>
    private let afterwards: Afterwards
    private let tags: VideoWriterSettings.Tags

    /// - Parameters:
    ///   - first: the first picture, in memory of its own.
    ///   - places: where it goes if `file` goes away.
    ///   - events: the queue to which the microphone adds already.
    ///   - sound: what the microphone is, or why there is none although one was wanted; nil if none was.
    init(
        _ options: RecordingOptions, _ first: Frame, _ encoding: Encoding, _ file: VideoFile,
        _ places: RecordingPlaces, _ events: RecordingQueue, _ microphone: RecordedSound?,
        _ sound: Result<ChosenMicrophone, SoundFault>?,
        _ afterwards: Afterwards
    ) throws(RecordingError) {
        (self.afterwards, self.encoding, tags) = (afterwards, encoding, encoding.tags)
        let first = encoding.source(of: first)
        do throws(MediaFault) {
            writer = try VideoWriter(
                encoding.settings(hasSound: microphone != nil), into: file.number,
                failed: { events.add(.writerFailed($0)) })
        } catch {
            throw RecordingError(error, path: file.path)
        }
        (self.events, self.microphone, self.places) = (events, microphone, places)
        current = Mutex(file)
        var state = State()
        switch sound {
        case .success(let chosen)?:
            state.status.substituteMicrophone = chosen.isSubstitute ? chosen.name : nil
        case .failure(let fault)?: (state.status.soundFault, state.soundFault) = (fault, fault)
        case nil: break
        }
        (state.status.freeBytes, state.status.isInJournal) = (file.freeBytes, file.journalFault == nil)
        (state.status.format, state.status.substitution) = (encoding.format, encoding.substitution)
        self.state = Mutex(state)
        events.add(first)
        Blocking.start { [self] in work(encoding, first, options) }
        keepOnDisk()
    }

    private var file: VideoFile { current.withLock { $0 } }

    // MARK: From outside

    var status: RecordingStatus {
        var status = state.withLock { $0.status }
        (status.droppedCount, status.microphone) = (events.droppedCount, microphone?.name)
        return status
    }

    func add(_ frame: Frame) { events.add(encoding.source(of: frame)) }

    func add(waiting frames: [Frame], missing: Int) {
        events.add(waiting: frames.map { encoding.source(of: $0) }, missing: missing)
    }

    func pause() { change(isPaused: true, .paused(.now)) }
    func resume() { change(isPaused: false, .resumed(.now)) }

    private func change(isPaused: Bool, _ event: RecordingEvent) {
        state.withLock { $0.status.isPaused = isPaused }
        events.add(event)
    }

    func zoom(to portion: PixelRect) { events.add(.zoomed(portion)) }

    func setGain(_ decibels: Double) { microphone?.setGain(decibels) }
    func setMuted(_ isMuted: Bool) { microphone?.setMuted(isMuted) }

    func stop() async throws(RecordingError) -> SavedVideo {
        events.add(.stopped(.now))
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.whenEnded = continuation }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
        await Blocking.run { [microphone] in microphone?.close() }
        // The file stays the same one from here on until it is whole.
        await Blocking.handover { give in disk.async { give(()) } }
        guard state.withLock({ $0.hasPicture }) else {
            writer.cancel()
            let file = file
            await Blocking.run { file.discard() }
            throw RecordingError(.nothingRecorded, path: file.path)
        }
        var hasEnd = true
        do throws(MediaFault) { try await writer.finish() } catch {
            hasEnd = false
            fail(RecordingError(error, path: file.path))
        }
        let failure = await Blocking.run { [self, hasEnd] () -> RecordingError? in
            do {
                // After a fault, makes an ordinary file of the rest without taking more room.
                guard try hasEnd || MediaRepair.finishInPlace(file.number, tags: tags) else {
                    throw MediaFault(.failed, "its repair takes a copy")
                }
                look()
                try file.finish()
                if afterwards.isCompressed { afterwards.compress() }
            } catch let error as SaveError {
                return RecordingError(error)
            } catch {
                // The file can be played, and is finished at the next start, as after a crash.
                Log(domain: "recording").info("\(file.path) waits to be finished: \(error)")
            }
            return nil
        }
        if let failure { fail(failure) }
        let status = status
        guard !isLost else { throw RecordingError(.fileLost, path: file.path) }
        if state.withLock({ $0.status.fault?.code }) == .encoderFailed { afterwards.encoderFailed() }
        // Returns memory that the encoder's threads leave behind to the system.
        Blocking.start { HEICEncoder.giveMemoryBack() }
        // A viewer notices when one picture in a hundred is missing.
        let isTooSlow = status.droppedCount * 100 > max(events.frameCount, 1)
        return SavedVideo(
            path: file.path, length: status.length, droppedCount: status.droppedCount,
            encodedCount: state.withLock { $0.encodedCount },
            remedy: isTooSlow ? afterwards.relieve() : nil,
            soundFault: state.withLock { $0.soundFault }, microphone: status.microphone,
            relocation: status.relocation, fault: status.fault)
    }

    // MARK: The worker's thread

    private func work(_ encoding: Encoding, _ first: Frame, _ options: RecordingOptions) {
        let worker: RecordingWorker
        do throws(ImagingError) {
            worker = try RecordingWorker(
                events, writer, microphone == nil ? nil : SoundTrack(writer),
                try encoding.makePictures(like: first), encoding.planes, from: first, limit: options.limit,
                options.pace)
        } catch {
            fail(RecordingError(.encoderFailed))
            return end()
        }
        var isOver = false
        while true {
            let event = events.next(within: Self.idle)
            if let event {
                note(event)
                if case .stopped = event {
                    _ = worker.handle(event)
                    update(worker)
                    return end()
                }
                guard !isOver else { continue }
                switch worker.handle(event) {
                case .goesOn: break
                case .full:
                    isOver = true
                    state.withLock { $0.status.isComplete = true }
                case .failed(let error):
                    isOver = true
                    fail(error)
                }
            }
            if !isOver { update(worker) }
        }
    }

    /// Notes the state of the sound for the status.
    private func note(_ event: RecordingEvent) {
        switch event {
        case .sound(_, _, let level):
            state.withLock { ($0.status.level, $0.status.soundFault) = (level, nil) }
        case .soundEnded(let fault):
            state.withLock { state in
                state.status.level = nil
                // Another try that fails says nothing new.
                state.status.soundFault = state.status.soundFault ?? fault
                state.soundFault = state.soundFault ?? state.status.soundFault
            }
        case .frame, .hole, .paused, .resumed, .zoomed, .stopped, .writerFailed: break
        }
    }

    private func update(_ worker: RecordingWorker) {
        state.withLock {
            $0.status.length = worker.length
            $0.hasPicture = worker.hasPicture
            $0.encodedCount = worker.encodedCount
        }
    }

    private func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.whenEnded = nil }
            return state.whenEnded
        }
        waiting?.resume()
    }

    private func fail(_ error: RecordingError) {
        let path = file.path
        Log(domain: "recording").warning("\(path): \(error.code)")
        state.withLock {
            $0.status.fault = $0.status.fault ?? RecordingError(error.code, path: path)
        }
    }

    // MARK: The disk's thread

    /// Syncs the file once a second, until the recording is gone or has ended.
    private func keepOnDisk(count: Int = 1) {
        disk.asyncAfter(deadline: .now() + Self.syncInterval) { [weak self] in
            guard let self, !self.state.withLock({ $0.hasEnded }) else { return }
            self.syncNow()
            // The frames that waited for the beginning are in the file by then, and nothing takes their memory again.
            if count == Self.settled { HEICEncoder.giveMemoryBack() }
            self.keepOnDisk(count: count + 1)
        }
    }

    private func syncNow() {
        look()
        let file = file
        do throws(SaveError) { try file.sync() } catch { return fail(RecordingError(error)) }
        writer.follow()
        let (count, free) = (file.byteCount, file.freeBytes)
        let growth = state.withLock { state in
            defer { (state.status.byteCount, state.status.freeBytes) = (count, free) }
            return count - state.status.byteCount
        }
        if let free, free < Self.reserve { fail(RecordingError(.file(.diskFull), path: file.path)) }
        // Ends early enough that the frames until the next file begins, and the index, still fit.
        if let most = file.maximumBytes, count + max(most / Self.indexShare, 2 * growth) > most {
            fail(RecordingError(.file(.tooLarge), path: file.path))
        }
    }

    /// Finds out whether the file is still where it was. One that was moved is followed; what is in one that was deleted,
    /// or whose disk is gone, goes on in another file, as long as it is open.
    private func look() {
        let old = file
        switch old.whereabouts {
        case .there: break
        case .moved(let path):
            do throws(SaveError) {
                use(try old.following(to: path), isCopy: false)
            } catch {
                Log(domain: "recording").warning(
                    "\(path) can't be noted: \(error.code)", .errno(error.underlying))
            }
        case .lost:
            guard !isLost else { break }
            guard !moveElsewhere(old) else { break }
            state.withLock { $0.isLost = true }
            fail(RecordingError(.fileLost, path: old.path))
        }
    }

    private var isLost: Bool { state.withLock { $0.isLost } }

    private func moveElsewhere(_ old: VideoFile) -> Bool {
        let log = Log(domain: "recording")
        for place in 0..<places.count {
            do {
                let new = try places.make(place)
                do throws(MediaFault) { try writer.move(into: new.number) } catch {
                    new.discard()
                    throw error
                }
                use(new, isCopy: true)
                old.leave()
                log.warning("\(old.path) is gone; it goes on as \(new.path)")
                return true
            } catch {
                log.warning("\(old.path) is gone, and can't go on elsewhere: \(error)")
            }
        }
        return false
    }

    private func use(_ file: VideoFile, isCopy: Bool) {
        let old = current.withLock { current in
            defer { current = file }
            return current.path
        }
        state.withLock { state in
            state.status.relocation = VideoRelocation(
                from: state.status.relocation?.from ?? old, to: file.path, isCopy: isCopy)
            state.status.isInJournal = file.journalFault == nil
            state.status.freeBytes = file.freeBytes
        }
    }
}
