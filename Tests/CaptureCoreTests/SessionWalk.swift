// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Every reachable state of the session.
enum SessionWalk {
    /// Every simulation that possible events lead to, each once. Finite only because restarts and attempts are
    /// bounded.
    /// More would be a counter without a bound.
    static let limit = 100_000

    static let reachable: [SessionSimulation] = {
        var known: Set<Place> = []
        var found = [SessionSimulation(machine: SessionMachine(plans: Self.plans))]
        var next = 0
        while next < found.count {
            let here = found[next]
            next += 1
            for event in here.possibleEvents {
                var there = here
                there.send(event)
                if known.insert(Place(there)).inserted { found.append(there) }
            }
            guard found.count < limit else { break }
        }
        return found
    }()

    /// As many tries as there are ways on from one: another, and none.
    private static let plans: SessionMachine.Plans = {
        var plans = SessionMachine.Plans()
        for plan in [
            \SessionMachine.Plans.busy, \.failed, \.noSource, \.lost, \.disconnected, \.noCamera, \.look,
        ] {
            plans[keyPath: plan] = RetryPlan(first: .seconds(1), longest: .seconds(1), count: 1)
        }
        (plans.freeLossesOfDevice, plans.freeLossesOfService) = (1, 1)
        return plans
    }()

    /// A simulation without its history.
    private struct Place: Hashable {
        let machine: SessionMachine
        let isRetryPlanned: Bool
        let opening: CameraInfo?
        let open: CameraInfo?

        init(_ simulation: SessionSimulation) {
            machine = simulation.machine
            isRetryPlanned = simulation.isRetryPlanned
            opening = simulation.opening
            open = simulation.open
        }
    }

    /// A state's name, without its values.
    static func kind(of state: SessionState) -> String {
        switch state {
        case .off: "off"
        case .noCamera: "noCamera"
        case .opening: "opening"
        case .streaming: "streaming"
        case .restarting: "restarting"
        case .paused: "paused"
        case .busy: "busy"
        case .disconnected: "disconnected"
        case .failed: "failed"
        case .resuming: "resuming"
        }
    }
}
