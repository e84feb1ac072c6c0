// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// When a process that dies may be started again: at once after a death, then after pauses that grow, and after too many
/// without an answer in between not for half a minute.
struct RestartPolicy {
    enum Answer: Equatable {
        case now
        case later(MonotonicTime)
        case givenUp
    }

    static let pauses: [Duration] = [
        .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
    ]
    static let rest: Duration = .seconds(30)

    /// Since the last answer.
    private var deaths = 0
    private var notBefore: MonotonicTime?

    mutating func mayStart(at now: MonotonicTime) -> Answer {
        guard let notBefore, now < notBefore else {
            if deaths > Self.pauses.count { deaths = 0 }
            return .now
        }
        return deaths > Self.pauses.count ? .givenUp : .later(notBefore)
    }

    mutating func died(at now: MonotonicTime) {
        deaths += 1
        notBefore = now + (deaths > Self.pauses.count ? Self.rest : Self.pauses[deaths - 1])
    }

    /// What can't be built once can't be built a moment later.
    mutating func couldNotStart(at now: MonotonicTime) {
        deaths = Self.pauses.count
        died(at: now)
    }

    mutating func answered() { (deaths, notBefore) = (0, nil) }
}
