// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Diagnosis
internal import Glibc
internal import Platform

/// Opens a camera for the diagnosis, lists what it offers, and streams for a moment.
///
///     CameraExaminer(looking: { … }, shouldStop: { !grant.isValid }).examine { try V4L2Camera.open(info, grant: grant) }
///
/// Blocks for at most `startTimeout` and `duration` beyond what the driver itself takes. The camera is closed again
/// whatever happens. Stateless and thread-safe.
public struct CameraExaminer: Sendable {
    /// How long to stream, from the first frame on.
    private let duration: Duration
    /// How long to wait for the first frame.
    private let startTimeout: Duration
    /// How often to check whether to stop; milliseconds.
    private static let glance: Int32 = 50

    /// Called at intervals on the examining thread.
    private let shouldStop: @Sendable () -> Bool
    private let makeLook: @Sendable () -> (Frame) -> PictureLook?

    /// - Parameter makeLook: makes what decodes frames for a look at each, as the window does, and gives nil for one without
    ///   a whole picture; called once, on the examining thread.
    public init(
        duration: Duration = .seconds(2), startTimeout: Duration = .seconds(2),
        looking makeLook: @escaping @Sendable () -> (Frame) -> PictureLook?,
        shouldStop: @escaping @Sendable () -> Bool
    ) {
        self.makeLook = makeLook
        self.duration = duration
        self.startTimeout = startTimeout
        self.shouldStop = shouldStop
    }

    /// - Parameters:
    ///   - avoided: modes that are known to end the camera.
    ///   - open: called once, on this thread.
    public func examine(
        avoiding avoided: [CaptureMode] = [], _ open: () throws(CameraError) -> any CameraDevice
    ) -> CameraExam {
        let device: any CameraDevice
        do throws(CameraError) { device = try open() } catch { return .notOpened(error) }
        defer {
            device.stop()
            device.close()
        }
        var tally = StreamTally()
        var watch = PictureWatch(.trial)
        do throws(CameraError) {
            tally.begin(try device.start(ModeRequest(avoiding: avoided)))
            guard try count(&tally, &watch, device) else { return .recalled }
        } catch {
            return .opened(OfferFacts(device.knownOffers), .failed(error))
        }
        // After the start, which has read the rates that the best mode depends on.
        let offers = OfferFacts(device.knownOffers)
        guard var figures = tally.figures(at: MonotonicTime.now) else {
            return .opened(offers, .failed(.noStream))
        }
        // The formats' finding says so of a grey one.
        let isExpected =
            watch.trouble == .colourless && figures.stream.layout.format == .grey
            || watch.trouble == .still && device.maySendStills
        figures.trouble = isExpected ? nil : watch.trouble
        return .opened(offers, .ran(figures))
    }

    private static let lookInterval: Duration = .milliseconds(100)

    /// - Returns: false if it was asked to stop.
    private func count(
        _ tally: inout StreamTally, _ watch: inout PictureWatch, _ device: any CameraDevice
    ) throws(CameraError) -> Bool {
        let look = makeLook()
        var end = MonotonicTime.now + startTimeout
        var hasFrame = false
        var (lookedAt, isReadable): (MonotonicTime?, Bool) = (nil, true)
        while MonotonicTime.now < end {
            if shouldStop() { return false }
            var descriptor = pollfd(fd: device.fileDescriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, Self.glance)
            guard let frame = try device.nextFrame() else {
                // A descriptor that is always ready and never gives anything must not become a busy loop.
                if descriptor.revents != 0 { poll(nil, 0, 5) }
                continue
            }
            if !hasFrame { end = MonotonicTime.now + duration }
            hasFrame = true
            tally.note(sequence: frame.sequence, arrival: frame.arrival, isDamaged: frame.isDamaged)
            guard !frame.isDamaged else { continue }
            // Decoding each would make a slow computer look like a slow camera; one says what its neighbours are.
            if lookedAt.map({ frame.arrival - $0 >= Self.lookInterval }) ?? true {
                lookedAt = frame.arrival
                let seen = look(frame)
                isReadable = seen != nil
                if let seen { watch.note(seen, at: .now) }
            }
            if !isReadable { tally.noteUnreadable() }
        }
        return true
    }
}

extension CameraError {
    fileprivate static let noStream = CameraError(.failed, step: "no stream")
}

extension OfferFacts {
    fileprivate init(_ offers: [ModeOffer]) {
        let modes = ModeChooser.ranked(offers, supported: PixelFormat.showable)
        self.init(
            usable: modes.count, formats: OfferBounds.unique(offers.map(\.format)), best: modes.first)
    }
}
