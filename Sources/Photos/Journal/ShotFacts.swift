import CaptureCore

/// Where a photo shall go.
enum PhotoTarget: Equatable, Sendable {
    /// The photo library, wherever that is when the photo is finished.
    case library
    /// A file that the person chose; absolute.
    case file(String)
}

/// All that is known of a shot but its pixels, as it stands in the journal.
struct ShotFacts: Equatable {
    var time: WallTime
    var camera: CameraInfo
    var mode: ShootingMode
    var format: PhotoFormat
    var quality: Int
    var orientation: PhotoOrientation
    var measured: MeasuredSettings
    var framing: PhotoFraming
    var target: PhotoTarget
    var layout: FrameLayout
    var sequence: UInt32
    var arrival: MonotonicTime
    var isDamaged: Bool

    init(_ shot: Shot, target: PhotoTarget) {
        time = shot.time
        camera = shot.camera
        mode = shot.mode
        format = shot.format
        quality = shot.quality
        orientation = shot.orientation
        measured = shot.measured
        framing = shot.framing
        self.target = target
        layout = shot.frame.layout
        sequence = shot.frame.sequence
        arrival = shot.frame.arrival
        isDamaged = shot.frame.isDamaged
    }

    /// The shot with its frame's bytes.
    ///
    /// - Parameter bytes: given away: freed with the frame.
    func shot(owning bytes: UnsafeMutableRawBufferPointer) -> Shot {
        let start = UInt(bitPattern: bytes.baseAddress)
        let frame = Frame(
            layout: layout, sequence: sequence, arrival: arrival, isDamaged: isDamaged, memory: .own,
            bytes: UnsafeRawBufferPointer(bytes),
            release: { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() })
        return Shot(
            frame: frame, time: time, camera: camera, mode: mode, format: format, quality: quality,
            orientation: orientation, measured: measured, framing: framing)
    }
}
