// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Tries a camera's modes until one streams.
struct StreamStarter {
    /// How many modes are tried. A camera that refuses this many refuses all, and each try is a round trip on the
    /// bus.
    static let tries = 24

    /// How many times a camera may answer `EIO`, and until when another try is made: hung firmware takes seconds for each.
    private static let (faults, patience) = (4, Duration.seconds(2))

    let node: VideoNode
    /// Whether a program stands behind the camera: its `EIO` means that none does, and another mode would be that program's.
    let isVirtual: Bool
    /// Called when another program has the camera.
    let owner: () -> String?

    /// Starts in the requested mode, or the best one that works: the next lighter one if the bus or the
    /// memory has no room, the next one if the driver refuses a mode that it lists. uvcvideo answers `EIO` where no
    /// alternate setting has room for a mode, or where the firmware rejects it; at first, so can a bus in trouble.
    ///
    /// - Throws: `.busy`, `.gone`, `.notAllowed` and other `.failed` at once, as another mode would not help;
    ///   `.noBandwidth`, `.unsupportedFormat` and `.failed` for want of memory when no mode was left. Nothing is allocated or streaming then.
    ///
    /// - Parameter note: gets each mode before it is tried.
    func start(
        _ modes: ModeSearch, note: (CaptureMode) -> Void
    ) throws(CameraError) -> (FrameTaker, StreamDescription) {
        var modes = modes
        var failure = CameraError(.unsupportedFormat, step: VideoRequest.setFormat.name)
        var faults = 0
        let end = ContinuousClock.now + Self.patience
        for _ in 0..<Self.tries {
            guard let mode = try best(of: modes) else { break }
            note(mode)
            do {
                return try start(mode)
            } catch {
                failure = meaning(of: error)
                Log(domain: "cameras").debug(
                    "\(mode): \(failure.code)", .errno(error.cause.rawValue, at: error.call))
                switch failure.code {
                case .noBandwidth: modes.lighten(mode)
                case .failed where error.cause == .noMemory: modes.lighten(mode)
                case .failed
                where error.cause == .inputOutput && !isVirtual && faults < Self.faults
                    && ContinuousClock.now < end:
                    faults += 1
                    if faults > 1 { modes.lighten(mode) }
                case .unsupportedFormat: modes.drop(mode)
                case .busy, .gone, .notAllowed, .decoderMissing, .stalled, .noSource, .controlRefused,
                    .crashes, .failed:
                    throw failure
                }
            }
        }
        throw failure
    }

    private func best(of modes: ModeSearch) throws(CameraError) -> CaptureMode? {
        do { return try modes.best() } catch {
            throw CameraError.from(error, at: VideoRequest.listIntervals.name)
        }
    }

    private func meaning(of failure: SystemFault) -> CameraError {
        guard failure.cause == .invalidArgument else {
            return CameraError.from(failure.cause, at: failure.call, owner: owner)
        }
        return CameraError(.unsupportedFormat, underlying: failure.cause.rawValue, step: failure.call)
    }

    private func start(_ mode: CaptureMode) throws(SystemFault) -> (FrameTaker, StreamDescription) {
        let (description, field) = try StreamSetup(node: node).apply(mode)
        let pool: BufferPool
        do { pool = try BufferPool.make(on: node, for: description.layout) } catch {
            // Does not affect the buffers of a busy camera's owner.
            BufferPool.free(on: node)
            throw error
        }
        do {
            try pool.giveAll()
            var type = VideoConstant.capture
            try node.step(.streamOn, &type)
        } catch {
            Self.end(pool, on: node, isUnused: true)
            throw error
        }
        let taker = FrameTaker(node: node, pool: pool, layout: description.layout, field: field)
        return (taker, description)
    }

    /// Stops the stream and releases the camera, so that another program, or this one after reopening it, can stream
    /// although frames are still held.
    ///
    /// - Parameter isUnused: whether no frame was taken, so that the mappings can go before the buffers do. Kernels
    ///   before 4.20 insist on that order; so does libv4l2, whose frames are copies.
    static func end(_ pool: BufferPool, on node: VideoNode, isUnused: Bool = false) {
        pool.end()
        var type = VideoConstant.capture
        try? node.call(.streamOff, &type)
        if isUnused || !node.kernel.mappingsOutliveStream { pool.unmapOnce() }
        BufferPool.free(on: node)
    }
}
