internal import CaptureCore

/// The parts that change from frame to frame.
enum MovingPart: CaseIterable {
    case wallClock, deskClock, rod

    var dioptres: Float { self == .wallClock ? SceneDepth.room : SceneDepth.desk }

    func box(at moment: SceneMoment) -> Box {
        switch self {
        case .wallClock:
            Box(
                WallClock.centre.x - 112, WallClock.centre.y - 112, WallClock.centre.x + 112,
                WallClock.centre.y + 112)
        case .deskClock: DeskClock.box
        case .rod: Metronome.rodBox(Metronome.angle(at: moment.seconds))
        }
    }

    func draw(on canvas: Canvas, at moment: SceneMoment) {
        switch self {
        case .wallClock: WallClock.drawHands(on: canvas, at: moment.localTime)
        case .deskClock: DeskClock.drawTime(on: canvas, at: moment.localTime)
        case .rod: Metronome.drawRod(on: canvas, angle: Metronome.angle(at: moment.seconds))
        }
    }
}

/// The moment of a frame.
struct SceneMoment: Equatable {
    /// Since streaming began; moves what swings.
    var seconds: Double
    /// What the clocks show.
    var localTime: CivilDate
    /// The frame's number; seeds its noise.
    var frame: UInt32
}
