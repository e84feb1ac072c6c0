/// A layer at one distance from the camera that does not move.
enum SceneLayer: CaseIterable {
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

    /// The part of the scene that it covers.
    var box: Box {
        switch self {
        case .landscape: Room.window
        case .room: Box(0, 0, 1920, 1080)
        case .desk: Box(0, 250, 1920, 1080)
        case .camera: Box(-130, 380, 640, 1080)
        }
    }

    /// How far the blur spreads beyond the box, in scene units. A layer that fills the frame needs none.
    var margin: Float { self == .room ? 0 : 64 }

    func draw(on canvas: Canvas) {
        switch self {
        case .landscape: Landscape.draw(on: canvas)
        case .room: Room.draw(on: canvas)
        case .desk: Desk.draw(on: canvas)
        case .camera: OldCamera.draw(on: canvas)
        }
    }
}

/// How far away things are, as one over the distance in metres, which is how a lens sees it.
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
