// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Imaging
internal import Platform

/// Carries out what the focus machine decides: writes controls, measures frames, reports to the views.
///
/// Part of the capture session, on its thread. While nothing was clicked a frame costs one comparison here; while the
/// lens hunts, the measure of a window and some small arrays.
struct FocusDriver {
    /// Search frames come no faster: firmware takes no more writes a second (docs/cameras.md, "Controls").
    private static let interval: Duration = .milliseconds(28)
    /// How often the whole scene, or exposure, is measured.
    private static let calmInterval: Duration = .milliseconds(150)
    /// A black or burnt-out spot is exposed first, for at most this long.
    private static let exposureLimit: Duration = .milliseconds(900)
    /// A click begins with a whole frame, or fails after this long without one.
    private static let frameLimit: Duration = .seconds(4)

    /// Assumed before the camera is asked.
    private static let unknown = FocusCapabilities(focus: .fixed, metering: .none, hasContinuous: false)

    private var machine = FocusMachine(unknown)
    private let probe = FocusProbe()
    private var exposure = SpotExposure()
    private var measurement = FocusMeasurement.nothing
    /// A click before its first frame.
    private var waiting: (target: FocusTarget, since: MonotonicTime)?
    private var wakeAt: MonotonicTime?
    private var lastLookAt: MonotonicTime?
    private(set) var report = FocusReport(number: 0, indicator: .none)
    private let clock: @Sendable () -> MonotonicTime
    private let onReport: @Sendable (FocusReport) -> Void

    /// The dials set by hand in Pro.
    private var fixedByHand: Set<Dial.Kind> = []
    /// The camera's own compensation before the point's slider changed it.
    private var ownCompensation: Int64?
    private var camera: CameraID?

    /// - Parameter clock: also tells how long a camera takes to answer.
    init(
        clock: @escaping @Sendable () -> MonotonicTime, onReport: @escaping @Sendable (FocusReport) -> Void
    ) {
        self.clock = clock
        self.onReport = onReport
    }

    /// The point of focus and exposure while it holds, for the photo's facts.
    func pixel(in size: PixelSize) -> PixelPoint? {
        if case .failed = machine.state, waiting == nil { return nil }
        guard let point = (waiting?.target ?? machine.state.target)?.point else { return nil }
        let pixel = point.pixel(in: size)
        return PixelPoint(x: pixel.x, y: pixel.y)
    }

    // MARK: From outside

    /// Forgets everything about the old camera. If it is the same one, the lens's motion is kept.
    mutating func cameraOpened(_ camera: CameraID) {
        if camera != self.camera {
            machine = FocusMachine(Self.unknown)
            report.exposureRange = nil
            (fixedByHand, ownCompensation) = ([], nil)
        }
        self.camera = camera
    }

    mutating func cameraClosed() {
        waiting = nil
        exposure.forget()
        for case .indicate(let indicator) in machine.handle(.deviceLost) { tell(indicator) }
        measurement = .nothing
        wakeAt = nil
    }

    /// - Parameter readings: the camera's `controls`, or more.
    mutating func click(_ request: FocusRequest, _ readings: [ControlReading], at now: MonotonicTime) {
        machine.capabilities = capabilities(readings)
        let lens = readings.first { $0.descriptor.id == .focusPosition }?.value
        let target = FocusTarget(request.point, at: now, lensPosition: lens, isHeld: request.isHeld)
        waiting = (target, now)
        wakeAt = now + Self.frameLimit
        report.number = request.number
        report.exposureRange = exposureRange(readings)
        tell(.hunting(request.point))
    }

    mutating func cancel(_ opening: CameraOpening, at now: MonotonicTime) {
        waiting = nil
        run(.cancelled, opening, at: now)
        // Also if exposure was changed without a click.
        exposure.meter(nil, opening)
        giveBackCompensation(opening)
        report.exposureRange = nil
    }

    /// A dial was turned, or returned to automatic.
    mutating func note(_ request: ControlRequest, _ opening: CameraOpening, at now: MonotonicTime) {
        guard let (kind, isManual) = request.focusDial else { return }
        if isManual { fixedByHand.insert(kind) } else { fixedByHand.remove(kind) }
        switch kind {
        case .focus: cancel(opening, at: now)
        case .shutter where !isManual, .gain where !isManual: exposure.meter(nil, opening)
        case .shutter: exposure.yieldTime()
        case .gain: exposure.forget()
        case .exposureCompensation: ownCompensation = nil
        case .whiteBalance: break
        }
    }

    /// Everything becomes automatic; the caller writes that.
    mutating func reset(_ opening: CameraOpening, at now: MonotonicTime) {
        (fixedByHand, ownCompensation) = ([], nil)
        // The exposure controls were written, so the reset includes them.
        exposure.forget()
        cancel(opening, at: now)
    }

    /// Whether the camera has to be asked before exposure can be changed.
    var needsReadings: Bool { report.exposureRange == nil }

    /// Learns the camera's abilities.
    ///
    /// - Parameter readings: the camera's `controls`, or more.
    mutating func learn(_ readings: [ControlReading]) {
        machine.capabilities = capabilities(readings)
        report.exposureRange = exposureRange(readings)
        onReport(report)
    }

    /// Lighter or darker, in stops; also without a click. Does nothing before the camera was asked.
    mutating func compensate(_ stops: Double, _ opening: CameraOpening, at now: MonotonicTime) {
        guard report.exposureRange != nil else { return }
        if machine.capabilities.metering == .spot {
            exposure.compensate(stops, opening, at: now)
        } else {
            ownCompensation = ownCompensation ?? opening.device.value(of: .exposureCompensation)
            _ = try? opening.write(ControlWrite(.exposureCompensation, Int64(stops * 1000)))
        }
    }

    private mutating func giveBackCompensation(_ opening: CameraOpening) {
        guard let ownCompensation else { return }
        self.ownCompensation = nil
        _ = try? opening.write(ControlWrite(.exposureCompensation, ownCompensation))
    }

    /// Ends what takes too long, also without frames.
    mutating func wake(_ opening: CameraOpening, at now: MonotonicTime) {
        guard let wakeAt, now >= wakeAt else { return }
        self.wakeAt = nil
        if let waiting {
            self.waiting = nil
            run(.clicked(waiting.target.begun(at: now)), opening, at: now)
        }
        run(.wakeUpDue, opening, at: now)
    }

    // MARK: Frames

    mutating func take(_ frame: Frame, _ opening: CameraOpening, at now: MonotonicTime) {
        guard waiting != nil || measurement != .nothing || exposure.isMetering, !frame.isDamaged else {
            return
        }
        // A picture that becomes lighter meanwhile could not be compared with the one before.
        if waiting != nil || !machine.state.isHunting { exposure.step(opening, at: now) }
        let pace = waiting != nil || machine.state.isHunting ? Self.interval : Self.calmInterval
        if let lastLookAt, frame.arrival - lastLookAt < pace { return }
        lastLookAt = frame.arrival
        if let waiting, !begin(waiting, frame, opening, at: now) { return }
        let shown = FocusFrame(
            arrival: frame.arrival, sharpness: sharpness(of: frame), signature: signature(of: frame))
        run(.frame(shown), opening, at: now)
        if !machine.state.isHunting, let window = exposure.window { meter(frame, window, opening, at: now) }
        tellHold()
    }

    private mutating func meter(
        _ frame: Frame, _ window: SensorWindow, _ opening: CameraOpening, at now: MonotonicTime
    ) {
        guard exposure.wantsLight(at: now), let light = probe.light(of: frame, in: window) else { return }
        exposure.take(light, opening, at: now)
    }

    /// Starts the click's focus, once the spot is light enough to be measured.
    ///
    /// - Returns: whether it has begun.
    private mutating func begin(
        _ click: (target: FocusTarget, since: MonotonicTime), _ frame: Frame,
        _ opening: CameraOpening, at now: MonotonicTime
    ) -> Bool {
        let window = click.target.window
        if machine.capabilities.metering == .spot, now - click.since < Self.exposureLimit {
            if exposure.window == window {
                meter(frame, window, opening, at: now)
                if !exposure.isSettled { return false }
            } else if let light = probe.light(of: frame, in: window), !exposure.isReadable(light) {
                exposure.meter(window, opening)
                exposure.setHold(false, opening, at: now)
                exposure.take(light, opening, at: now)
                return false
            }
        }
        waiting = nil
        run(.clicked(click.target.begun(at: now)), opening, at: now)
        return true
    }

    private func sharpness(of frame: Frame) -> SharpnessSample? {
        guard case .sharpness(let window) = measurement else { return nil }
        return probe.sharpness(of: frame, in: window)
    }

    private func signature(of frame: Frame) -> SceneSignature? {
        guard case .scene = measurement else { return nil }
        return probe.signature(of: frame)
    }

    // MARK: The machine

    private mutating func run(_ event: FocusEvent, _ opening: CameraOpening, at now: MonotonicTime) {
        var events = [event]
        while !events.isEmpty {
            for effect in machine.handle(events.removeFirst()) {
                if let answer = carryOut(effect, opening, at: now) { events.append(answer) }
            }
        }
    }

    private mutating func carryOut(
        _ effect: FocusEffect, _ opening: CameraOpening, at now: MonotonicTime
    ) -> FocusEvent? {
        switch effect {
        case .setControl(let control, let value):
            return set(ControlWrite(control, value), opening)
        case .readControl(let control):
            return opening.device.value(of: control).map { .controlRead(control, $0, at: now) }
                ?? .controlRefused(control, at: now)
        case .setRegion(let window, let automatics):
            let isTaken = (try? opening.device.setRegion(window, automatics)) != nil
            return isTaken ? nil : .controlRefused(.regionRectangle, at: now)
        case .measure(let measurement): self.measurement = measurement
        case .meter(let window): exposure.meter(window, opening)
        case .holdExposure(let isHeld): exposure.setHold(isHeld, opening, at: now)
        case .indicate(let indicator):
            // Another scene was seen.
            if indicator == .none { giveBackCompensation(opening) }
            tell(indicator)
        case .wakeUp(let delay): wakeAt = now + delay
        case .cancelWakeUp: wakeAt = nil
        }
        return nil
    }

    private func set(_ write: ControlWrite, _ opening: CameraOpening) -> FocusEvent? {
        do throws(CameraError) {
            return .controlWritten(write.control, try opening.write(write), at: clock())
        } catch {
            // If it can't be stopped, it ends by itself.
            return write.control == .focusStop ? nil : .controlRefused(write.control, at: clock())
        }
    }

    private mutating func tell(_ indicator: FocusIndicator) {
        guard waiting == nil || indicator != .none else { return }
        report.indicator = indicator
        report.holdsExposure = holdsExposure
        onReport(report)
    }

    /// Whether exposure is not what the camera's automatic makes of the whole picture.
    private var holdsExposure: Bool {
        exposure.isTakenOver || ownCompensation != nil
            || machine.capabilities.metering == .region && machine.state.target != nil
    }

    private mutating func tellHold() {
        guard report.holdsExposure != holdsExposure else { return }
        report.holdsExposure = holdsExposure
        onReport(report)
    }
}

extension FocusTarget {
    /// The same, started later.
    fileprivate func begun(at time: MonotonicTime) -> FocusTarget {
        FocusTarget(point, at: time, lensPosition: lensPosition, isHeld: isHeld)
    }
}

/// The camera's present abilities for a point.
extension FocusDriver {
    /// The controls needed: asking for all takes seconds with some cameras.
    static let controls: [ControlID] = Dial.controls + [.regionAutomatics, .focusStart, .focusStatus]

    /// From its controls, less those that the photographer has set.
    private func capabilities(_ readings: [ControlReading]) -> FocusCapabilities {
        let found = FocusCapabilities(readings)
        func value(_ control: ControlID) -> Int64? {
            readings.first { $0.descriptor.id == control }?.value ?? nil
        }
        // Continuous focus that was off before the first click stays off after it.
        let isFirst = machine.state.target == nil
        let hasContinuous =
            found.hasContinuous
            && (isFirst ? value(.focusAutomatic) != 0 : machine.capabilities.hasContinuous)
        let shutter = Dial.all(from: readings).first { $0.kind == .shutter }
        let isFixed =
            !fixedByHand.isDisjoint(with: [.shutter, .gain])
            || (shutter?.isAutomatic == false && !exposure.isTakenOver)
        return FocusCapabilities(
            focus: found.focus, metering: found.metering == .spot && isFixed ? .none : found.metering,
            hasContinuous: hasContinuous)
    }

    private func exposureRange(_ readings: [ControlReading]) -> ClosedRange<Double>? {
        if machine.capabilities.metering == .spot { return SpotExposure.range }
        guard let dial = Dial.all(from: readings).first(where: { $0.kind == .exposureCompensation }),
            readings.contains(where: {
                $0.descriptor.id == dial.control && !$0.descriptor.flags.contains(.inactive)
            })
        else { return nil }
        return Double(dial.range.lowerBound) / 1000...Double(dial.range.upperBound) / 1000
    }
}

extension ControlRequest {
    /// The dial in question, and whether it is set by hand.
    fileprivate var focusDial: (kind: Dial.Kind, isManual: Bool)? {
        switch self {
        case .manual(let dial, _): (dial.kind, true)
        case .automatic(let dial): (dial.kind, false)
        case .set, .standard, .press: nil
        }
    }
}
