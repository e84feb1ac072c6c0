/// Moves the lens at a finite speed.
struct FocusMotor: Equatable {
    /// Steps a second: from end to end in about six tenths of a second, as voice-coil webcams do.
    static let speed: Float = 400

    /// In steps; in between while it moves.
    private(set) var position: Float
    var target: Float

    init(position: Float) { (self.position, target) = (position, position) }

    mutating func advance(seconds: Float) {
        let way = Self.speed * seconds
        position += min(way, max(-way, target - position))
    }
}
