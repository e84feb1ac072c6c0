// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// A layer at one distance from the camera that does not move.
enum SceneLayer: String, CaseIterable {
    /// Behind the window; from the back to the front.
    case landscape, room, desk, camera

    /// One over the distance in metres.
    var dioptres: Float {
        switch self {
        case .landscape: SceneDepth.landscape
        case .room: SceneDepth.room
        case .desk: SceneDepth.desk
        case .camera: SceneDepth.camera
        }
    }

    /// Where the picture's corner lies; multiples of what a coarse pixel covers.
    fileprivate var place: Point {
        switch self {
        case .landscape: Point(1124, 20)
        case .room: Point(0, 0)
        case .desk: Point(-64, 184)
        case .camera: Point(-64, 316)
        }
    }

    /// The corner of the light in `NAME-light.png` that is added to it; nil if nothing is brighter than white.
    fileprivate var placeOfLight: Point? {
        switch self {
        case .landscape: Point(1324, 332)
        case .room: Point(764, 156)
        case .desk: nil
        case .camera: Point(312, 720)
        }
    }

    /// How far the blur spreads beyond the sharp scene, in scene units. A layer that fills the frame needs none.
    fileprivate var margin: Float { self == .room ? 0 : 64 }
}

/// Distances as one over metres, as in lens formulas.
enum SceneDepth {
    /// 10 m: hills and a town, practically at infinity.
    static let landscape: Float = 0.1
    /// 2 m.
    static let room: Float = 0.5
    /// 83 cm: the charts. Automatic focus settles here.
    static let desk: Float = 1.2
    /// 25 cm.
    static let camera: Float = 4
}

/// The scene's pictures, read from a folder. Thread-bound.
final class ScenePictures {
    let lamps: [Lamp]
    let moving: MovingPictures
    private let folder: String
    private let coarse: [SceneLayer: Picture]
    private var fine: [SceneLayer: Picture] = [:]

    /// Pixels in a scene unit.
    private static let coarseDensity: Float = 0.25
    /// How bright the white of a light picture is.
    private static let brightest: Float = 4

    /// Reads the pictures for the first frame; fine layers are read when needed.
    ///
    /// - Throws: `.failed` if a file is missing or damaged.
    init(folder: String) throws(CameraError) {
        self.folder = folder
        lamps = try Lamp.read(folder)
        moving = try MovingPictures(folder)
        var coarse: [SceneLayer: Picture] = [:]
        for layer in SceneLayer.allCases {
            coarse[layer] = try Self.read(layer, folder + "/coarse", density: Self.coarseDensity)
        }
        self.coarse = coarse
    }

    /// A layer as a view shows it.
    ///
    /// - Parameter isUrgent: makes do with coarse pixels rather than read a file.
    /// - Throws: `.failed` if a file is missing or damaged.
    func layer(_ layer: SceneLayer, in view: SceneView, isUrgent: Bool) throws(CameraError) -> LinearImage {
        let isCoarse = view.scale <= Self.coarseDensity
        if !isCoarse, !isUrgent, fine[layer] == nil {
            fine[layer] = try Self.read(layer, folder, density: 1)
        }
        guard let picture = (isCoarse ? nil : fine[layer]) ?? coarse[layer] else {
            throw CameraError(.failed, step: "no layer \(layer)")
        }
        return view.image(of: picture, margin: layer.margin)
    }

    private static func read(
        _ layer: SceneLayer, _ folder: String, density: Float
    ) throws(CameraError) -> Picture {
        let path = folder + "/" + layer.rawValue
        let picture = Picture(try PictureFile(path + ".png"), at: layer.place, density: density)
        if let place = layer.placeOfLight {
            picture.add(try PictureFile(path + "-light.png"), at: place, white: brightest)
        }
        return picture
    }
}
