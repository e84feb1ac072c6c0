// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore

/// One good frame that was focused and exposed on a point first, as a click into the viewfinder does.
public struct FocusedFrame: Sendable {
    public let frame: Frame
    /// The outcome: locked, failed or fixed.
    public let indicator: FocusIndicator
    /// The point, if the frame was focused or exposed for it.
    public let measured: MeasuredSettings

    /// Starts the device, focuses, takes the frame, returns focus and exposure to the camera, and closes it. Blocks
    /// the calling thread meanwhile.
    ///
    /// - Parameter onStart: called once the device streams.
    /// - Throws: what the device throws; `.stalled` if no frames come.
    public static func take(
        from device: any CameraDevice, focusedOn point: PointOfInterest, by wait: FrameWait = .real,
        onStart: () -> Void = {}
    ) throws(CameraError) -> FocusedFrame {
        let opening = CameraOpening(device)
        defer { opening.close() }
        let limit = FrameWait.stallLimit(of: try device.start())
        onStart()
        // A camera that has just started is still adjusting its exposure.
        _ = try SettledFrame.best(of: device, limit: limit, by: wait)
        var focus = FocusDriver(clock: { wait.now }, onReport: { _ in })
        focus.cameraOpened(device.info.id)
        focus.click(FocusRequest(point, number: 1), device.readControls(FocusDriver.controls), at: wait.now)
        try finish(&focus, opening, limit, by: wait)
        let indicator = focus.report.indicator
        // With fixed focus, exposure may only now begin to follow the point.
        let frame = try SettledFrame.best(of: device, limit: limit, by: wait) {
            focus.take($0, opening, at: wait.now)
        }
        return FocusedFrame(
            frame: frame, indicator: indicator,
            measured: MeasuredSettings(pointOfInterest: focus.pixel(in: frame.layout.size)))
    }

    /// Always ends: while frames come, by the focus machine's own limits.
    private static func finish(
        _ focus: inout FocusDriver, _ opening: CameraOpening, _ limit: Duration, by wait: FrameWait
    ) throws(CameraError) {
        var lastAt = wait.now
        while case .hunting = focus.report.indicator {
            if let frame = try wait.next(from: opening.device) {
                lastAt = wait.now
                focus.take(frame, opening, at: wait.now)
            }
            focus.wake(opening, at: wait.now)
            if wait.now - lastAt > opening.device.stallLimit(limit) {
                throw CameraError(.stalled, step: "focusing")
            }
        }
    }
}
