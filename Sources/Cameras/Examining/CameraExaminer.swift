// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Diagnosis
internal import Glibc
internal import Platform

/// Opens a camera for the diagnosis, lists what it offers, and streams for a moment.
///
///     CameraExaminer(shouldStop: { !grant.isValid }).examine { try V4L2Camera.open(info, grant: grant) }
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

    public init(
        duration: Duration = .seconds(2), startTimeout: Duration = .seconds(2),
        shouldStop: @escaping @Sendable () -> Bool
    ) {
        self.duration = duration
        self.startTimeout = startTimeout
        self.shouldStop = shouldStop
    }

    /// - Parameter open: called once, on this thread.
    public func examine(_ open: () throws(CameraError) -> any CameraDevice) -> CameraExam {
        let device: any CameraDevice
        do throws(CameraError) { device = try open() } catch { return .notOpened(error) }
        defer {
            device.stop()
            device.close()
        }
        let offers = OfferFacts(device.offers)
        var tally = StreamTally()
        do throws(CameraError) {
            tally.begin(try device.start())
            guard try count(&tally, device) else { return .recalled }
        } catch {
            return .opened(offers, .failed(error))
        }
        return .opened(offers, tally.figures(at: MonotonicTime.now).map { .ran($0) } ?? .failed(.noStream))
    }

    /// - Returns: false if it was asked to stop.
    private func count(_ tally: inout StreamTally, _ device: any CameraDevice) throws(CameraError) -> Bool {
        var end = MonotonicTime.now + startTimeout
        var hasFrame = false
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
