// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore

/// Exposes for the point of interest in software, holds exposure, and returns it to the camera.
///
/// The camera keeps its own exposure as long as that is right for the point; nothing is written for a click on a well
/// exposed spot.
struct SpotExposure {
    /// The range of the exposure slider, in stops.
    static let range = -2.0...2.0
    /// A spot within these factors of middle grey's luma needs no change.
    private static let goodEnough = 0.84...1.19
    /// The longest metering for a hold.
    private static let holdLimit: Duration = .milliseconds(1500)

    private enum Hold {
        case no
        case whenSettled(since: MonotonicTime)
        case yes
    }

    /// The metered window; nil for none.
    private(set) var window: SensorWindow?
    /// Exists while exposure is not the camera's own.
    private var metering: SpotMetering?
    private var hold = Hold.no
    private(set) var compensation = 0.0
    /// Undoes the gain of a point whose exposure time the photographer has set since: only the time is theirs.
    private var owedGain: ControlWrite?

    /// Whether exposure time and gain are Tintype's now.
    var isTakenOver: Bool { metering != nil }

    /// Whether frames have to be measured.
    var isMetering: Bool {
        if case .yes = hold { return false }
        return window != nil
    }

    mutating func meter(_ window: SensorWindow?, _ opening: CameraOpening) {
        if window != self.window { metering?.aimAnew() }
        self.window = window
        if window == nil { giveBack(opening) }
    }

    mutating func setHold(_ isHeld: Bool, _ opening: CameraOpening, at now: MonotonicTime) {
        guard isHeld else {
            hold = .no
            if window == nil { giveBack(opening) }
            return
        }
        hold = window == nil ? .yes : .whenSettled(since: now)
        takeOver(opening)
    }

    /// Whether a frame that arrives now says anything new about the light.
    func wantsLight(at now: MonotonicTime) -> Bool { isMetering && metering?.isReady(at: now) ?? true }

    /// Judges how light the point and the picture are.
    mutating func take(_ light: LightSample, _ opening: CameraOpening, at now: MonotonicTime) {
        guard isMetering else { return }
        if metering == nil {
            guard !isGoodEnough(light) || compensation != 0 else { return holdIfSettled(at: now) }
            takeOver(opening)
        }
        metering?.take(light, at: now)
        step(opening, at: now)
        holdIfSettled(at: now)
    }

    /// Goes on towards the light that is wanted.
    mutating func step(_ opening: CameraOpening, at now: MonotonicTime) {
        guard isMetering, let write = metering?.step(at: now) else { return }
        self.write([write], opening)
    }

    /// Whether no more is to be had for the point.
    var isSettled: Bool { metering?.isSettled ?? true }

    /// Whether the spot can be judged: neither black nor burnt out.
    func isReadable(_ light: LightSample) -> Bool { (45...205).contains(light.spot) }

    private mutating func holdIfSettled(at now: MonotonicTime) {
        guard case .whenSettled(let since) = hold else { return }
        if isSettled || now - since > Self.holdLimit { hold = .yes }
    }

    private func isGoodEnough(_ light: LightSample) -> Bool {
        Self.goodEnough.contains(light.spot / SpotMetering.middleGrey)
    }

    /// Lighter or darker at once, also while exposure is held.
    mutating func compensate(_ stops: Double, _ opening: CameraOpening, at now: MonotonicTime) {
        let stops = min(Self.range.upperBound, max(Self.range.lowerBound, stops))
        if metering == nil { takeOver(opening) }
        compensation = stops
        write(metering?.compensate(stops, at: now) ?? [], opening)
    }

    /// Exposure is decided elsewhere, or the camera is gone: forgets all, and writes nothing.
    mutating func forget() { self = SpotExposure() }

    /// The photographer has set the exposure time; the gain is given back with the point.
    mutating func yieldTime() {
        let owed = metering?.raisedGain ?? owedGain
        forget()
        owedGain = owed
    }

    private mutating func takeOver(_ opening: CameraOpening) {
        guard metering == nil,
            let metering = SpotMetering(
                opening.device.readControls(Dial.controls), frameInterval: .milliseconds(33),
                compensation: compensation)
        else { return }
        self.metering = metering
        write(metering.beginning, opening)
    }

    private mutating func giveBack(_ opening: CameraOpening) {
        compensation = 0
        let owed = metering?.ending ?? [owedGain].compactMap(\.self)
        (metering, owedGain) = (nil, nil)
        // Firmware that hangs takes them when it answers.
        if opening.device.isHanging { opening.device.setLater(owed) } else { write(owed, opening) }
    }

    private mutating func write(_ writes: [ControlWrite], _ opening: CameraOpening) {
        for write in writes {
            // A camera that refuses keeps its exposure, as the picture shows.
            guard let made = try? opening.write(write) else { continue }
            metering?.note(ControlWrite(write.control, made))
        }
    }
}
