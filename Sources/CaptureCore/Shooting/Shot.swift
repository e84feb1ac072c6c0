// SPDX-License-Identifier: GPL-3.0-or-later
/// A photo between the press and its file: the frame and its facts.
public struct Shot: Sendable {
    public let frame: Frame
    /// When the frame was captured.
    public let time: WallTime
    public let camera: CameraInfo
    public let mode: ShootingMode
    /// The wanted kind of file; JPEG if HEIC can't be written.
    public let format: PhotoFormat
    /// 1…100, as encoders count.
    public let quality: Int
    /// How the picture has to be turned to be upright.
    public let orientation: PhotoOrientation
    /// The settings that the device reported for this frame.
    public let measured: MeasuredSettings
    /// How the frame becomes the photo: zoom, shape and mirroring.
    public let framing: PhotoFraming

    public init(
        frame: Frame, time: WallTime, camera: CameraInfo, mode: ShootingMode, format: PhotoFormat,
        quality: Int, orientation: PhotoOrientation = .upright,
        measured: MeasuredSettings = MeasuredSettings(), framing: PhotoFraming = .asDelivered
    ) {
        self.frame = frame
        self.time = time
        self.camera = camera
        self.mode = mode
        self.format = format
        self.quality = quality
        self.orientation = orientation
        self.measured = measured
        self.framing = framing
    }

    /// The same shot with another frame, for another kind of file, or with what was measured since.
    ///
    /// The time moves with the frame's.
    public func with(
        frame: Frame? = nil, format: PhotoFormat? = nil, measured: MeasuredSettings? = nil
    ) -> Shot {
        let shift = frame.map { $0.captured.nanoseconds - self.frame.captured.nanoseconds } ?? 0
        let time = WallTime(
            nanosecondsSince1970: time.nanosecondsSince1970 + shift, offsetFromUTC: time.offsetFromUTC)
        return Shot(
            frame: frame ?? self.frame, time: time, camera: camera, mode: mode, format: format ?? self.format,
            quality: quality, orientation: orientation, measured: measured ?? self.measured,
            framing: framing)
    }

    /// The same shot with its frame in memory of its own, so that the driver has its buffer back.
    public func detached() -> Shot { with(frame: frame.detached()) }
}
