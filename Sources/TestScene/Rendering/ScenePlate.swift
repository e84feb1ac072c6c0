// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The scene at one size and zoom, in all its stages from layers to codes.
final class ScenePlate {
    let size: SceneViewSize
    let zoom: Float
    private let view: SceneView
    private let pictures: ScenePictures
    /// The moving parts, by level.
    private var moving: [Int: MovingPictures] = [:]
    private var layers: [Defocus] = []
    /// The light that falls on the sensor, without the moving parts.
    private let light: LinearImage
    private var focus: Float?
    private let developer = Developer()
    /// The developed picture: all but the rod, whose place changes with every frame.
    private let still: PlaneMemory
    /// Memory for assembling a frame that has to be enlarged.
    private lazy var assembly = PlaneMemory(size)
    private var shownTime: CivilDate?
    /// The light of evenly spread pixels, green, which is most of what the eye calls brightness.
    private(set) var meter: [Float] = []

    init(_ size: SceneViewSize, zoom: Float, _ pictures: ScenePictures) {
        self.size = size
        self.zoom = zoom
        self.pictures = pictures
        view = SceneView(width: size.width, height: size.height, zoom: zoom)
        light = LinearImage(left: 0, top: 0, width: size.width, height: size.height)
        still = PlaneMemory(size)
    }

    var isDrawn: Bool { layers.count == SceneLayer.allCases.count }

    /// Takes the next layer.
    ///
    /// - Parameter isUrgent: as for `ScenePictures.layer`.
    /// - Throws: `.failed` if its file is missing or damaged.
    func drawNext(isUrgent: Bool = false) throws(CameraError) {
        guard !isDrawn else { return }
        let layer = SceneLayer.allCases[layers.count]
        layers.append(Defocus(try pictures.layer(layer, in: view, isUrgent: isUrgent)))
    }

    /// Draws all layers, as fine as they are available at once.
    func drawAll() throws(CameraError) {
        while !isDrawn { try drawNext(isUrgent: true) }
    }

    /// Brings the still picture up to date.
    func update(focus wanted: Float, development: Development, moment: SceneMoment) {
        let moved = focus != wanted
        if moved { expose(focus: wanted) }
        let changed = developer.use(development)
        if moved || changed { developer.develop(light, PixelBox(whole: still.planes), into: still.planes) }
        guard moved || changed || shownTime != moment.localTime else { return }
        shownTime = moment.localTime
        stamp(.wallClock, moment, on: still.planes)
        stamp(.deskClock, moment, on: still.planes)
    }

    /// Assembles a frame: the still picture and the swinging parts.
    func expose(_ moment: SceneMoment, into target: NV12Planes) {
        if target.width == size.width, target.height == size.height {
            still.planes.copy(to: target)
            stamp(.rod, moment, on: target)
        } else {
            still.planes.copy(to: assembly.planes)
            stamp(.rod, moment, on: assembly.planes)
            assembly.planes.copy(to: target)
        }
    }

    private func expose(focus wanted: Float) {
        focus = wanted
        for (layer, picture) in zip(SceneLayer.allCases, layers) {
            Compositor.lay(picture.blurred(by: confusion(layer.dioptres)), over: light)
            if layer == .landscape { Compositor.lay(lamps(over: picture.sharp), over: light) }
        }
        measure()
    }

    /// The diameter of the circle of confusion in pixels.
    private func confusion(_ dioptres: Float) -> Float {
        ThinLens.confusion(focus: focus ?? dioptres, thing: dioptres) * SceneView.size.x * view.scale
    }

    /// The town's lamps: points in focus, discs of the same light out of focus.
    private func lamps(over landscape: LinearImage) -> LinearImage {
        let diameter = confusion(SceneDepth.landscape)
        let level = Blur.level(for: diameter)
        let image = LinearImage(
            left: landscape.left, top: landscape.top, width: landscape.width >> level,
            height: landscape.height >> level, level: level)
        for lamp in pictures.lamps { lamp.shine(on: image, view, diameter: diameter) }
        return image
    }

    private func measure() {
        let step = max(1, size.height / 90)
        meter.removeAll(keepingCapacity: true)
        for y in stride(from: step / 2, to: size.height, by: step) {
            let line = light.line(y)
            for x in stride(from: step / 2, to: size.width, by: step) {
                meter.append(Radiance(stored: line[x]).y)
            }
        }
    }

    /// Draws a moving part, blurs it for its distance, and develops the area that it covers.
    private func stamp(_ part: MovingPart, _ moment: SceneMoment, on planes: NV12Planes) {
        let diameter = confusion(part.dioptres)
        let level = Blur.level(for: diameter)
        let image = view.image(
            of: part.box(at: moment), margin: diameter / view.scale * 0.75 + 2, level: level)
        let moving = moving[level] ?? pictures.moving.prepared(for: view, level: level)
        self.moving[level] = moving
        moving.draw(part, at: moment, on: image, view)
        guard let box = PixelBox(image, inWidth: size.width, height: size.height) else { return }
        let blurred =
            diameter < Blur.leastDiameter
            ? image : Blur.applied(to: image, diameter: diameter / Float(1 << level))
        let patch = light.copy(of: box)
        Compositor.lay(blurred, over: patch)
        developer.develop(patch, box, into: planes)
    }
}

/// Memory for an NV12 picture, freed with its owner.
private final class PlaneMemory {
    let planes: NV12Planes

    init(_ size: SceneViewSize) {
        let count = NV12Planes.byteCount(width: size.width, height: size.height)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        planes = NV12Planes(memory, width: size.width, height: size.height)
    }

    deinit { planes.luma.deallocate() }
}
