// SPDX-License-Identifier: GPL-3.0-or-later
/// A lens with a motor: finite speed, and play between the motor and the lens.
///
/// Positions are the control's steps, times are seconds.
struct SimulatedLens: Sendable {
    /// Steps a second.
    let speed: Double
    /// Steps that the motor turns without effect after it has changed direction.
    let backlash: Double
    private var commands: [(time: Double, target: Double)] = []
    private var next = 0
    private var clock = 0.0
    private var target: Double
    private var motor: Double
    private(set) var position: Double
    /// How long the motor has been running, in seconds.
    private(set) var travelTime = 0.0

    init(position: Double, speed: Double, backlash: Double) {
        (self.speed, self.backlash, self.position) = (speed, backlash, position)
        (motor, target) = (position, position)
    }

    mutating func command(_ target: Double, at time: Double) { commands.append((time, target)) }

    /// - Parameter time: never earlier than before.
    mutating func advance(to time: Double) {
        while next < commands.count, commands[next].time <= time {
            run(until: commands[next].time)
            target = commands[next].target
            next += 1
        }
        run(until: time)
    }

    private mutating func run(until time: Double) {
        let reach = max(0, time - clock) * speed
        let way = min(reach, max(-reach, target - motor))
        motor += way
        travelTime += abs(way) / speed
        clock = max(clock, time)
        position = min(motor + backlash / 2, max(motor - backlash / 2, position))
    }
}
