// SPDX-License-Identifier: GPL-3.0-or-later
/// The commands to the motor, and the lens's places that follow from them for an assumed motion.
///
/// Places are parts of the range, times are seconds since the search began.
struct LensTrack: Hashable, Sendable {
    private struct Command: Hashable, Sendable {
        let time: Double
        let target: Double
    }

    /// Follows the commands with a constant speed.
    private struct Runner {
        var place: Double
        var target: Double
        var clock = -Double.infinity
        let speed: Double

        init(_ start: Double, _ motion: LensMotion) {
            (place, target) = (start, start)
            speed = 1 / max(1e-6, motion.travel)
        }

        mutating func run(until time: Double) {
            guard time > clock else { return }
            if target != place {
                let way = (time - clock) * speed
                place += min(way, max(-way, target - place))
            }
            clock = time
        }

        mutating func turn(_ command: Command) {
            run(until: command.time)
            target = command.target
        }
    }

    /// Where the lens was before the first command.
    private let start: Double
    private var commands: [Command] = []

    init(start: Double) { self.start = start }

    var target: Double { commands.last?.target ?? start }
    /// When the camera took the last command.
    var lastTime: Double { commands.last?.time ?? 0 }

    mutating func record(_ target: Double, at time: Double) {
        commands.append(Command(time: time, target: target))
    }

    /// The lens's places when the frames that arrived at these times were exposed.
    ///
    /// - Parameter arrivals: ascending.
    func places(at arrivals: [Double], _ motion: LensMotion, into places: inout [Double]) {
        var runner = Runner(start, motion)
        var next = 0
        places.removeAll(keepingCapacity: true)
        for arrival in arrivals {
            let time = arrival - motion.delay
            while next < commands.count, commands[next].time <= time {
                runner.turn(commands[next])
                next += 1
            }
            runner.run(until: time)
            places.append(runner.place)
        }
    }

    /// When the lens stands at the last target. Frames show it `motion.delay` later.
    func arrival(_ motion: LensMotion) -> Double {
        var runner = Runner(start, motion)
        for command in commands { runner.turn(command) }
        return lastTime + abs(runner.target - runner.place) * motion.travel
    }
}
