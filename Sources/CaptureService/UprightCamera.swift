// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore
internal import Imaging
internal import Platform

/// A camera whose frames are pictures from top to bottom, upright, whatever it sends: viewfinder, photos, videos, focus points
/// and codes then need to know nothing of it. A frame that is so already passes through; others become planes.
///
/// Thread-bound, as `CameraDevice` says.
public final class UprightCamera: CameraWrapper {
    /// The most frames in use at a time, as of decoded ones.
    private static let frameCount = 6

    public let camera: any CameraDevice
    private let arranger = FrameArranger()
    private var pool: FramePool?
    /// Of the camera's own frames.
    private var size: PixelSize?

    public init(_ camera: any CameraDevice) { self.camera = camera }

    public func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        var stream = try camera.start(request)
        let arrangement = camera.arrangement
        size = stream.layout.size
        if arrangement != .plain { stream.layout = FrameArranger.layout(of: stream.layout, arrangement) }
        return stream
    }

    public func nextFrame() throws(CameraError) -> Frame? {
        guard let frame = try camera.nextFrame() else { return nil }
        let arrangement = camera.arrangement
        return arrangement == .plain ? frame : arranged(frame, arrangement)
    }

    /// - Returns: nil if there is no picture in it, or no room for one.
    private func arranged(_ frame: Frame, _ arrangement: FrameArrangement) -> Frame? {
        let layout = FrameArranger.layout(of: frame.layout, arrangement)
        guard let count = layout.wholeByteCount else { return nil }
        if pool?.byteCount != count { pool = FramePool(count: Self.frameCount, byteCount: count) }
        guard let pool, let buffer = pool.take() else { return nil }
        do throws(ImagingError) {
            let isWhole = try arranger.arrange(frame, arrangement, to: layout, into: pool.memory(buffer))
            return Frame(
                layout: layout, sequence: frame.sequence, arrival: frame.arrival,
                sourceTime: frame.sourceTime,
                isSourceMonotonic: frame.captured == frame.sourceTime, isDamaged: !isWhole, memory: .pooled,
                bytes: UnsafeRawBufferPointer(pool.memory(buffer)), release: { pool.putBack(buffer) })
        } catch {
            pool.putBack(buffer)
            Log(domain: "cameras").debug("a frame can't be turned: \(error)")
            return nil
        }
    }

    public func setRegion(_ window: SensorWindow?, _ automatics: RegionAutomatics) throws(CameraError) {
        let orientation = camera.arrangement.orientation
        try camera.setRegion(window?.turnedBack(from: orientation, of: size), automatics)
    }

    public func close() {
        pool = nil
        camera.close()
    }

    public var arrangement: FrameArrangement { .plain }
}
