// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting

/// A hostile kernel's behaviour: drawn once for a camera, so that some are bad in one place and right everywhere
/// else, which reaches bugs behind the first check.
struct HostileBehaviour: Sendable {
    /// The percentage of damaged answers, and of errors.
    let spoiled: Int
    let failing: Int
    /// The percentage of successes that are claimed without anything being done.
    let idle: Int
    /// How long an error lasts.
    let stormLength: Int
    /// Lists never end.
    let isEndless: Bool
    /// There is always another frame.
    let hasEndlessFrames: Bool
    /// Is this much worse for one request (by its place among all).
    let victim: UInt
    let victimFactor: Int

    init(_ random: inout SeededRandom, requests: [UInt]) {
        spoiled = [0, 1, 5, 30, 90].randomElement(using: &random) ?? 0
        failing = [0, 0, 1, 5, 40].randomElement(using: &random) ?? 0
        idle = [0, 0, 2, 20].randomElement(using: &random) ?? 0
        stormLength = [1, 1, 3, 100].randomElement(using: &random) ?? 1
        isEndless = Int.random(in: 0..<6, using: &random) == 0
        hasEndlessFrames = Int.random(in: 0..<6, using: &random) == 0
        victim = requests.randomElement(using: &random) ?? 0
        victimFactor = [1, 5, 50].randomElement(using: &random) ?? 1
    }

    /// Whether a behaviour of this percentage applies to this answer.
    func happens(_ percent: Int, to request: UInt, _ random: inout SeededRandom) -> Bool {
        let factor = request == victim ? victimFactor : 1
        return Int.random(in: 0..<100, using: &random) < min(95, percent * factor)
    }
}
