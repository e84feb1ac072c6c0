// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc

/// A camera behind PipeWire, as sandboxed programs get it from the desktop.
///
///     let cameras = PipeWireCameras()
///     let camera = try cameras.open(info, grant: grant)
///
/// Thread-bound, as `CameraDevice` says. Its calls wait for the daemon: opening and starting for at most a few
/// seconds, everything else for the time of an answer.
public final class PipeWireCamera: CameraDevice {
    /// How long a source may take until frames flow: cameras that are woken up take a second or two.
    private static let timeout: Duration = .seconds(4)

    public let info: CameraInfo
    public let offers: [ModeOffer]
    private let remote: PipeWireRemote
    private let node: PipeWireNode
    private let onClose: () -> Void
    private var stream: PipeWireStream?
    private var isOpen = true
    public private(set) var requestedMode: CaptureMode?

    /// - Throws: `.gone`, `.unsupportedFormat`.
    init(
        _ info: CameraInfo, _ source: PipeWireSource, on remote: PipeWireRemote, onClose: @escaping () -> Void
    ) throws(CameraError) {
        self.info = info
        self.remote = remote
        self.onClose = onClose
        node = try PipeWireNode.open(source, on: remote)
        offers = node.offers
        guard offers.contains(where: { PixelFormat.showable.contains($0.format) }) else {
            throw CameraError(.unsupportedFormat, step: "SPA_PARAM_EnumFormat")
        }
    }

    deinit { close() }

    public var fileDescriptor: Int32 { remote.fileDescriptor }

    public func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        stop()
        let allowed = request.allowed(offers)
        var modes = ModeChooser.ranked(
            allowed, supported: PixelFormat.showable, preferred: request.preferred)
        var failure = CameraError(.unsupportedFormat, step: "pw_stream_connect")
        let end = ContinuousClock.now + Self.timeout
        var tries = StreamStarter.tries
        while tries > 0, let mode = modes.first {
            requestedMode = mode
            do {
                return try start(mode)
            } catch {
                stop()
                failure = error
                if error.code == .gone, node.isThere {
                    // Throws if it was the daemon that has gone.
                    try remote.serve(waiting: 50)
                    // Not because of the mode: the session manager may still be preparing a source that has just appeared.
                    requestedMode = nil
                    if ContinuousClock.now < end { continue }
                }
                switch error.code {
                case .noBandwidth: modes = ModeChooser.lighter(than: mode, among: modes)
                case .unsupportedFormat: modes.removeFirst()
                default: throw error
                }
                tries -= 1
            }
        }
        throw failure
    }

    private func start(_ mode: CaptureMode) throws(CameraError) -> StreamDescription {
        let isRateListed = offers.contains {
            $0.format == mode.format && $0.size == mode.size && $0.rates.contains(mode.rate)
        }
        guard let stream = PipeWireStream(node.source, on: remote, mode, isRateListed: isRateListed) else {
            throw CameraError(.failed, underlying: errno, step: "pw_stream_connect")
        }
        self.stream = stream
        _ = node.takeFailure()
        let end = ContinuousClock.now + Self.timeout
        while true {
            try remote.serve(waiting: 100)
            try check(stream)
            if let description = stream.description {
                guard stream.isRoomy else {
                    throw CameraError(.unsupportedFormat, step: "buffers of \(mode)")
                }
                return description
            }
            guard ContinuousClock.now < end else {
                throw CameraError(.failed, underlying: ETIMEDOUT, step: "waiting for the stream")
            }
        }
    }

    public var arrangement: FrameArrangement {
        FrameArrangement(orientation: stream?.orientation ?? .upright)
    }

    public func stop() {
        guard stream != nil else { return }
        stream = nil
        // The daemon gets this when its connection is served. Without a daemon there is no stream either.
        try? remote.serve()
    }

    public func nextFrame() throws(CameraError) -> Frame? {
        guard let stream else { return nil }
        try remote.serve()
        try check(stream)
        return stream.next()
    }

    private func check(_ stream: PipeWireStream) throws(CameraError) {
        guard node.isThere else { throw CameraError(.gone, underlying: ENODEV, step: "pw_registry") }
        if let reason = node.takeFailure() ?? stream.failure { throw Self.error(reason) }
    }

    /// Translates the daemon's message, in which PipeWire's modules use the C library's error messages.
    static func error(_ reason: String) -> CameraError {
        func says(_ cause: Int32) -> Bool {
            strerror(cause).map { Self.contains(reason, String(cString: $0)) } ?? false
        }
        let step = "pw_stream: " + reason
        if says(EBUSY) { return CameraError(.busy(by: nil), underlying: EBUSY, step: step) }
        // WirePlumber's words: "no target node available" up to 0.4.13, "target not found" since.
        let isMissing = ["no target node", "no node available", "target not found"].contains {
            contains(reason, $0)
        }
        if says(ENODEV) || isMissing {
            return CameraError(.gone, underlying: ENODEV, step: step)
        }
        if says(EACCES) || says(EPERM) { return CameraError(.notAllowed, underlying: EACCES, step: step) }
        if says(ENOSPC) { return CameraError(.noBandwidth, underlying: ENOSPC, step: step) }
        if contains(reason, "format") {
            return CameraError(.unsupportedFormat, underlying: EINVAL, step: step)
        }
        return CameraError(.failed, underlying: EIO, step: step)
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    public func readControls() -> [ControlReading] {
        // Without a daemon, taking the next frame throws.
        do { try remote.serve() } catch { return [] }
        return node.isThere ? node.readings : []
    }

    public func value(of control: ControlID) -> Int64? {
        readControls().first { $0.descriptor.id == control }?.value
    }

    public func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        try node.set(control, to: value)
    }

    public func changedControls() -> Set<ControlID> { node.takeChanges() }

    public func close() {
        guard isOpen else { return }
        isOpen = false
        stop()
        onClose()
    }
}
