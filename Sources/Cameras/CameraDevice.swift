// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc

/// An opened camera. Real ones and the test scene are used through this alone.
///
/// Thread-bound: all calls come from the one thread that opened it. Frames may be released on any thread, also
/// after `close`.
public protocol CameraDevice: AnyObject {
    var info: CameraInfo { get }

    /// What the camera offers. Reads what has not been read, which takes long with a slow camera that has thousands of modes.
    var offers: [ModeOffer] { get }

    /// Every format and size that it offers, with their rates as far as they have been read: those that `start` had to know.
    var knownOffers: [ModeOffer] { get }

    /// The descriptor to wait on while streaming: readable when a frame may be there, exceptional (POLLPRI) when a
    /// control event may be. Between `start` and `stop` only: otherwise drivers report POLLERR at once and forever.
    /// After POLLERR while streaming, `nextFrame` throws the reason.
    var fileDescriptor: Int32 { get }

    /// The modes that `start` accepts. Reads as `offers` does.
    var modes: [CaptureMode] { get }

    /// The same without waiting: nil while they are being read, beside everything else, which the first call begins.
    var modesIfRead: [CaptureMode]? { get }

    /// The mode that `start` tried last; nil if none was. A camera that goes away at once may have gone because of it.
    var requestedMode: CaptureMode? { get }

    /// Starts streaming in the best mode that works, trying the next one if the bus has no room.
    ///
    /// - Returns: the driver's actual settings, read back from it.
    /// - Throws: `.busy(by:)`, `.gone`, `.noBandwidth` and `.unsupportedFormat` when no mode was left, `.failed`.
    ///   Nothing streams then, and `start` may be called again.
    func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription

    /// Takes the next frame from the driver; never waits.
    ///
    /// A damaged frame can have fewer bytes than its layout says.
    ///
    /// - Returns: nil when there is none, or when its buffer was unusable and went back to the driver.
    /// - Throws: `.gone` after an unplug, `.failed` on other faults; the stream has to be closed or restarted.
    func nextFrame() throws(CameraError) -> Frame?

    /// What has to be done to the frame that `nextFrame` returned last, or, before the first, is known of those to come.
    /// `UprightCamera` does it.
    var arrangement: FrameArrangement { get }

    /// Stops streaming and lets other programs stream, although frames may still be held; may be started again.
    /// Does nothing when not streaming.
    func stop()

    /// Every control the camera has, with its present value; none after an unplug.
    ///
    /// Asks the camera about each, which takes milliseconds, and seconds with firmware that hangs. From the first
    /// call on, `changedControls` reports changes.
    func readControls() -> [ControlReading]

    /// The same without waiting for slow firmware: nil until they are read. Ask again later.
    func readControlsSoon() -> [ControlReading]?

    /// Whether a call about controls takes longer than callers wait for. It goes on beside the pictures, and whatever is asked
    /// meanwhile fails at once.
    var isHanging: Bool { get }

    /// One control with its present value and flags, without asking about any other.
    ///
    /// - Returns: nil if the camera has no such control, is gone or hangs.
    func readControl(_ control: ControlID) -> ControlReading?

    /// Whether `changedControls` is to be asked after each frame: for devices whose descriptor does not signal
    /// changed controls.
    var changesControlsWithFrames: Bool { get }

    /// The present value of one control, asked from the camera.
    ///
    /// - Returns: nil if there is no such control, it does not answer, or the camera is gone.
    func value(of control: ControlID) -> Int64?

    /// Sets a control.
    ///
    /// - Returns: the value the camera made of it (rounded to its step, clamped to its range).
    /// - Throws: `.controlRefused` with the errno, `.gone`. ETIMEDOUT while the camera `isHanging`; it may take the value later.
    func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64

    /// Sets controls when the camera answers again, also after `close`. Failures are not reported.
    func setLater(_ writes: [ControlWrite])

    /// Points the camera's own focus and exposure at a part of the picture.
    ///
    /// - Parameters:
    ///   - window: nil for the whole picture.
    ///   - automatics: the automatics that follow it.
    /// - Throws: `.controlRefused` with the errno, EINVAL if the camera has no region of interest; `.gone`.
    func setRegion(_ window: SensorWindow?, _ automatics: RegionAutomatics) throws(CameraError)

    /// Takes the pending control events.
    ///
    /// - Returns: the controls whose value or flags changed since the last call.
    func changedControls() -> Set<ControlID>

    /// Whether another program writes this camera's pictures, so that none come unless it runs.
    var isVirtual: Bool { get }

    /// Whether the program that writes a virtual camera's pictures is known to have gone. Costs a small file's reading.
    var hasLostSource: Bool { get }

    /// Whether frames come that can't be shown before the next key picture.
    var waitsForKeyPicture: Bool { get }

    /// Closes the device. Frames that are still held stay readable. Nothing else may be called after it.
    func close()
}

extension CameraDevice {
    public func start(_ preferred: CaptureMode? = nil) throws(CameraError) -> StreamDescription {
        try start(ModeRequest(preferred))
    }

    public var knownOffers: [ModeOffer] { offers }
    public var modesIfRead: [CaptureMode]? { modes }

    /// Whether nothing that it sends has colours.
    public var isColourless: Bool {
        knownOffers.allSatisfy { $0.format == .grey || !PixelFormat.showable.contains($0.format) }
    }

    public var requestedMode: CaptureMode? { nil }

    public var modes: [CaptureMode] { ModeChooser.all(offers, supported: PixelFormat.showable) }

    public func readControl(_ control: ControlID) -> ControlReading? {
        readControls().first { $0.descriptor.id == control }
    }

    /// Some controls with their present values, without asking about any other.
    ///
    /// - Returns: those that the camera has, in the order asked for.
    public func readControls(_ controls: [ControlID]) -> [ControlReading] {
        controls.compactMap { readControl($0) }
    }

    public var arrangement: FrameArrangement { .plain }
    public func readControlsSoon() -> [ControlReading]? { readControls() }
    public var isHanging: Bool { false }
    public func setLater(_ writes: [ControlWrite]) {}
    public var changesControlsWithFrames: Bool { false }
    public var isVirtual: Bool { false }
    public var hasLostSource: Bool { false }
    public var waitsForKeyPicture: Bool { false }

    /// Whether its picture may be the same for long: a program may have nothing that moves.
    public var maySendStills: Bool { isVirtual || info.position == .virtual || info.position == .simulated }

    /// For cameras without a region of interest.
    public func setRegion(_ window: SensorWindow?, _ automatics: RegionAutomatics) throws(CameraError) {
        throw CameraError(.controlRefused, underlying: EINVAL, step: "no region of interest")
    }
}
