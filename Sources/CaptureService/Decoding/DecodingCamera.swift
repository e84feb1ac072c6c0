// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore
internal import Imaging
internal import Platform

/// A camera that decodes H.264 as it comes, if it was started in such a mode; everything else passes through.
///
/// Its frames are planes, and each says which coded picture it was decoded from. After a picture that is damaged or missing
/// none comes until the next key picture, which the camera is asked for. Thread-bound, as `CameraDevice` says.
public final class DecodingCamera: CameraWrapper {
    /// After this many pictures in a row `nextFrame` returns nil once. A caller that takes all waiting frames before it shows
    /// one would otherwise never show any if decoding is slower than the camera.
    private static let burst = 4
    /// How often a key picture is asked for.
    private static let asking: Duration = .milliseconds(500)
    /// After this long without a frame the camera counts as stalled, even while it waits for a key picture.
    private static let silence: Duration = .seconds(1)

    public let camera: any CameraDevice
    /// nil for any other format.
    private var decoding: DecodedStream?
    private var hasKeyControl = false
    private var decoded = 0
    private var askedAt: MonotonicTime?
    private var lastAt = MonotonicTime(nanoseconds: 0)

    public init(_ camera: any CameraDevice) { self.camera = camera }

    /// - Throws: as the camera; `.decoderMissing`.
    public func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        decoding = nil
        var stream = try camera.start(request)
        guard stream.layout.format == .h264 else { return stream }
        do throws(ImagingError) {
            decoding = try DecodedStream(stream.layout)
        } catch {
            camera.stop()
            Log(domain: "cameras").info("H.264 can't be decoded: \(error)")
            guard error.code == .decoderMissing else { throw CameraError(.failed, step: "H.264") }
            throw CameraError(.decoderMissing(package: H264Decoder.package), step: "H.264")
        }
        hasKeyControl = camera.readControl(.forceKeyPicture) != nil
        (decoded, askedAt) = (0, nil)
        stream.layout = DecodedStream.layout(of: stream.layout)
        return stream
    }

    public func nextFrame() throws(CameraError) -> Frame? {
        guard decoding != nil else { return try camera.nextFrame() }
        guard decoded < Self.burst, let unit = try camera.nextFrame() else {
            decoded = 0
            return nil
        }
        lastAt = unit.arrival
        let frame = try decoding?.decode(unit)
        decoded += 1
        if decoding?.waitsForKey == true { askForKey() }
        return frame
    }

    private func askForKey() {
        guard hasKeyControl, askedAt.map({ lastAt - $0 > Self.asking }) ?? true else { return }
        askedAt = lastAt
        // If this fails, the next key picture comes by itself.
        _ = try? camera.setControl(.forceKeyPicture, to: 1)
    }

    public var waitsForKeyPicture: Bool {
        decoding?.waitsForKey == true && MonotonicTime.now - lastAt < Self.silence
    }

    public func stop() {
        decoding = nil
        camera.stop()
    }

    public func close() {
        decoding = nil
        camera.close()
    }
}
