// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore

/// A camera that changes another one's frames, and is that one in all else.
///
/// Everything is passed on here and nowhere else: for what a wrapper forgot, the answer of plain cameras would be taken.
/// Thread-bound, as `CameraDevice` says.
public protocol CameraWrapper: CameraDevice {
    var camera: any CameraDevice { get }
}

extension CameraWrapper {
    public var info: CameraInfo { camera.info }
    public var offers: [ModeOffer] { camera.offers }
    public var knownOffers: [ModeOffer] { camera.knownOffers }
    public var modes: [CaptureMode] { camera.modes }
    public var modesIfRead: [CaptureMode]? { camera.modesIfRead }
    public var requestedMode: CaptureMode? { camera.requestedMode }
    public var fileDescriptor: Int32 { camera.fileDescriptor }
    public var arrangement: FrameArrangement { camera.arrangement }
    public var waitsForKeyPicture: Bool { camera.waitsForKeyPicture }
    public var isVirtual: Bool { camera.isVirtual }
    public var hasLostSource: Bool { camera.hasLostSource }

    public func stop() { camera.stop() }
    public func close() { camera.close() }

    public func readControls() -> [ControlReading] { camera.readControls() }
    public func readControlsSoon() -> [ControlReading]? { camera.readControlsSoon() }
    public func readControl(_ control: ControlID) -> ControlReading? { camera.readControl(control) }
    public func value(of control: ControlID) -> Int64? { camera.value(of: control) }
    public func changedControls() -> Set<ControlID> { camera.changedControls() }
    public var changesControlsWithFrames: Bool { camera.changesControlsWithFrames }
    public var isHanging: Bool { camera.isHanging }
    public func setLater(_ writes: [ControlWrite]) { camera.setLater(writes) }

    public func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        try camera.setControl(control, to: value)
    }

    public func setRegion(_ window: SensorWindow?, _ automatics: RegionAutomatics) throws(CameraError) {
        try camera.setRegion(window, automatics)
    }
}
