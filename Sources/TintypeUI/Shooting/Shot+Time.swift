public import CaptureCore
internal import GLibBridge

extension Shot {
    /// A shot of a frame that was captured a moment ago, with the calendar's time of that moment.
    public nonisolated init(
        of frame: Frame, camera: CameraInfo, mode: ShootingMode, format: PhotoFormat, quality: Int,
        measured: MeasuredSettings = MeasuredSettings(), framing: PhotoFraming = .asDelivered
    ) {
        let (nanoseconds, offset) = WallClock.calendarTime(ofMonotonic: frame.arrival.nanoseconds)
        self.init(
            frame: frame, time: WallTime(nanosecondsSince1970: nanoseconds, offsetFromUTC: offset),
            camera: camera, mode: mode, format: format, quality: quality, measured: measured, framing: framing
        )
    }
}
