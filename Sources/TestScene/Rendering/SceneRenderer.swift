// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The state of optics and sensor for a frame.
struct SensorState: Equatable {
    /// In focus, in dioptres.
    var focus: Float = SceneDepth.desk
    /// 1 shows the whole scene.
    var zoom: Float = 1
    var development = Development()
    /// Standard deviation of the noise, in codes.
    var noise: Float = 0
}

/// Renders the scene. Everything that stays the same from frame to frame is kept: the layers for a zoom, the light
/// for a focus, the codes for an exposure. A frame on which nothing changed costs a copy and the moving parts.
///
/// After a change of zoom, and at the start, the first frame is drawn at a fraction of the size, so that it comes at
/// once, and the fine layers follow one a frame. Thread-bound.
final class SceneRenderer {
    private let output: PixelSize
    private let pictures: ScenePictures
    private let coarseView: SceneViewSize
    private let fineView: SceneViewSize
    private var plate: ScenePlate
    /// The next plate, while its layers are drawn one by one.
    private var upcoming: ScenePlate?
    private var noise = SensorNoise()

    /// - Parameters:
    ///   - output: even width and height.
    ///   - detail: the most lines to draw; a larger output is enlarged from that.
    ///   - haste: the most lines for pictures that are needed at once.
    /// - Throws: `.failed` if a file of the pictures is missing or damaged.
    init(
        output: PixelSize, _ pictures: ScenePictures, detail: Int = SceneRenderer.detail, haste: Int = 270
    ) throws(CameraError) {
        (self.output, self.pictures) = (output, pictures)
        fineView = SceneViewSize(output, lines: min(detail, output.height))
        coarseView = SceneViewSize(output, lines: min(haste, fineView.height))
        plate = ScenePlate(coarseView, zoom: 1, pictures)
        try plate.drawAll()
    }

    /// Lines that are drawn at most. Without the optimizer the same work takes fifty times as long, so debug builds
    /// draw less and enlarge it.
    private static var detail: Int {
        #if DEBUG
            180
        #else
            .max
        #endif
    }

    /// The scene's brightness before exposure, for metering; see `ScenePlate.meter`.
    var meter: [Float] { plate.meter }

    /// Whether everything is drawn as finely as the output can show.
    var isFine: Bool { upcoming == nil && plate.size == fineView }

    /// Renders a frame into memory that holds NV12 of the output's size.
    ///
    /// - Throws: `.failed` if a file of the pictures is missing or damaged.
    func render(
        _ state: SensorState, _ moment: SceneMoment, into memory: UnsafeMutablePointer<UInt8>
    ) throws(CameraError) {
        try prepare(state.zoom)
        plate.update(focus: state.focus, development: state.development, moment: moment)
        let target = NV12Planes(memory, width: output.width, height: output.height)
        plate.expose(moment, into: target)
        noise.add(to: target, deviation: state.noise, frame: moment.frame)
    }

    private func prepare(_ zoom: Float) throws(CameraError) {
        if plate.zoom != zoom {
            plate = ScenePlate(coarseView, zoom: zoom, pictures)
            try plate.drawAll()
            upcoming = nil
        } else if let next = upcoming {
            try next.drawNext()
            if next.isDrawn { (plate, upcoming) = (next, nil) }
        } else if plate.size != fineView {
            upcoming = ScenePlate(fineView, zoom: zoom, pictures)
        }
    }
}

/// The size of a drawing.
struct SceneViewSize: Equatable {
    let width, height: Int

    /// As many lines as wanted, both sides even, the shape of the output.
    fileprivate init(_ output: PixelSize, lines: Int) {
        height = lines & ~1
        width = (output.width * height / output.height + 1) & ~1
    }
}
