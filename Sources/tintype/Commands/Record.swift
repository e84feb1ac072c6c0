// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import Cameras
internal import CaptureCore
internal import CaptureService
internal import Dispatch
internal import Glibc
internal import Permissions
internal import Platform
internal import Recording
internal import TintypeUI

/// `tintype --record[=FILE] [--seconds=N] [--no-sound]`: one video without a window, until its length is reached or the
/// command is interrupted.
enum Record {
    /// A video ends this long after its wanted length if no whole picture has come to say that it is reached.
    private static let timeout: Duration = .seconds(1)
    /// A restarted camera works once this many whole pictures have come, as in a window.
    private static let proof = 3

    /// - Parameters:
    ///   - camera: takes the video.
    ///   - options: for the camera in use; with the format of the file's name, if that asks for one.
    /// - Returns: 1 also if the camera fails before the end, with the video up to there kept, and if the video is elsewhere
    ///   in the end because its folder went away.
    static func run(
        _ cameras: SystemCameras, _ camera: CommandCamera, _ recorder: VideoRecorder,
        options: (CameraInfo) -> RecordingOptions
    ) -> Int32 {
        let interrupt = tt_event_new()
        if interrupt >= 0 { tt_catch_termination(interrupt) }
        defer { if interrupt >= 0 { close(interrupt) } }
        load(recorder)
        let input = RecordingInput()
        let beginning = Outcome<Result<any RunningRecording, RecordingError>>()
        var tried = camera
        var (hasBegun, isWhole) = (false, true)
        var size: PixelSize?
        var limit: Duration?
        var running: (any RunningRecording)?
        var refusal: RecordingError?
        var hasOtherSize = false
        do throws(CameraError) {
            try tried.use(cameras) { device, progress throws(CameraError) in
                var frames = 0
                // What one camera has begun is not for the next one, but goes on where it is started again.
                defer { progress.isBound = hasBegun }
                try FrameStream.run(
                    from: device, hasBegun: hasBegun, onStart: { progress.hasStreamed = true }
                ) { first in
                    let options = options(device.info)
                    (size, limit, hasBegun) = (first.layout.size, options.limit, true)
                    CameraWording.complainIfBlack(first, of: device.info)
                    start(recorder, options, first.detached(), beginning)
                } each: { frame in
                    if let frame, frame.layout.size == size {
                        frames += 1
                        if frames == proof { progress.isProven = true }
                        input.add(frame)
                    } else if frame != nil {
                        // Started again, the camera may have no other: the video ends, as in a window.
                        hasOtherSize = true
                        return false
                    }
                    if running == nil, let result = beginning.take() {
                        switch result {
                        case .success(let recording):
                            if !recording.status.isInJournal {
                                Standard.complain(RecordingWording.notInJournal)
                            }
                            running = recording
                            input.open(into: recording)
                        case .failure(let error): refusal = error
                        }
                    }
                    guard refusal == nil, !isReadable(interrupt) else { return false }
                    guard let status = running?.status else { return true }
                    let isLate = limit.map { status.length > $0 + timeout } ?? false
                    return !status.isComplete && !isLate && status.fault == nil
                }
            }
        } catch {
            tried.complain(error)
            // A recording that has begun is kept.
            guard hasBegun else { return 1 }
            isWhole = false
        }
        if hasOtherSize {
            isWhole = false
            Standard.complain(RecordingWording.pictureChanged)
        }
        if let refusal { return refuse(refusal) }
        if let running { return finish(running, isWhole) }
        // Interrupted at once.
        switch beginning.wait() {
        case .success(let recording): return finish(recording, isWhole)
        case .failure(let error): return refuse(error)
        }
    }

    /// Loads the encoders before the first picture: for a computer's first video that takes seconds, which would be lost.
    private static func load(_ recorder: VideoRecorder) {
        let isLoaded = Outcome<Void>()
        Task.detached {
            // A missing encoder is reported when the recording begins.
            _ = await recorder.formats()
            isLoaded.set(())
        }
        isLoaded.wait()
    }

    private static func start(
        _ recorder: VideoRecorder, _ options: RecordingOptions, _ first: Frame,
        _ outcome: Outcome<Result<any RunningRecording, RecordingError>>
    ) {
        Task.detached {
            do throws(RecordingError) {
                outcome.set(.success(try await recorder.start(options, from: first)))
            } catch {
                outcome.set(.failure(error))
            }
        }
    }

    /// Blocks, as a command may.
    private static func finish(_ running: any RunningRecording, _ isWhole: Bool) -> Int32 {
        if let reason = running.status.substitution {
            Standard.complain(RecordingWording.substitution(running.status.format, reason))
        }
        let outcome = Outcome<Result<SavedVideo, RecordingError>>()
        Task.detached {
            do throws(RecordingError) { outcome.set(.success(try await running.stop())) } catch {
                outcome.set(.failure(error))
            }
        }
        switch outcome.wait() {
        case .success(let video):
            if let fault = video.soundFault {
                Standard.complain(RecordingWording.reason(for: fault, video.microphone))
            }
            if let relocation = video.relocation {
                Standard.complain(RecordingWording.words(for: relocation))
            }
            if let remark = RecordingWording.remark(on: video) { Standard.complain(remark) }
            Standard.print(video.path)
            // A script looks for it where it began.
            let isThere = video.relocation.map { $0.from == $0.to } ?? true
            return video.fault == nil && isWhole && isThere ? 0 : 1
        case .failure(let error): return refuse(error)
        }
    }

    private static func refuse(_ error: RecordingError) -> Int32 {
        Standard.complain(RecordingWording.reason(for: error))
        return 1
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
    }
}
