public import Cameras
public import CaptureCore
internal import System

/// One good frame that was focused and exposed on a point first, as a click into the viewfinder does.
public struct FocusedFrame: Sendable {
    public let frame: Frame
    /// The outcome: locked, failed or fixed.
    public let indicator: FocusIndicator
    /// The point, where the frame was focused or exposed for it.
    public let measured: MeasuredSettings

    /// Starts the device, focuses, takes the frame, returns focus and exposure to the camera, and closes it. Blocks
    /// the calling thread meanwhile.
    ///
    /// - Throws: what the device throws; `.stalled` where no frames come.
    public static func take(
        from device: any CameraDevice, focusedOn point: PointOfInterest
    ) throws(CameraError) -> FocusedFrame {
        defer {
            device.stop()
            device.close()
        }
        _ = try device.start()
        // A camera that has just started is still adjusting its exposure.
        _ = try SettledFrame.best(of: device)
        var hunt = FocusHunt(device)
        defer { hunt.giveBack() }
        let indicator = try hunt.run(point)
        // Where focus is fixed, exposure may only now begin to follow the point.
        let frame = try SettledFrame.best(of: device) { hunt.take($0) }
        return FocusedFrame(
            frame: frame, indicator: indicator,
            measured: MeasuredSettings(pointOfInterest: hunt.pixel(in: frame.layout.size)))
    }
}

/// Drives one device's focus without a session.
private struct FocusHunt {
    private let device: any CameraDevice
    private var driver = FocusDriver { _ in }
    private var writer = ControlWriter()

    init(_ device: any CameraDevice) {
        self.device = device
        driver.cameraOpened(device.info.id)
    }

    /// Always ends: where frames come, the focus machine's own limits end it.
    mutating func run(_ point: PointOfInterest) throws(CameraError) -> FocusIndicator {
        let readings = device.readControls(FocusDriver.controls)
        driver.click(FocusRequest(point, number: 1), readings, at: MonotonicTime.now)
        var lastAt = MonotonicTime.now
        while case .hunting = driver.report.indicator {
            if let frame = try FrameWait.next(from: device) {
                lastAt = MonotonicTime.now
                take(frame)
            }
            let now = MonotonicTime.now
            driver.wake(device, &writer, at: now)
            if now - lastAt > FrameWait.stallLimit {
                throw CameraError(.stalled, step: "focusing")
            }
        }
        return driver.report.indicator
    }

    mutating func take(_ frame: Frame) {
        driver.take(frame, device, &writer, at: MonotonicTime.now)
    }

    func pixel(in size: PixelSize) -> PixelPoint? { driver.pixel(in: size) }

    /// The next program finds a camera that decides for itself.
    mutating func giveBack() {
        driver.cameraClosed()
        if writer.hasChanged { _ = writer.reset(device, known: []) }
    }
}
