/// How a hostile kernel behaves: drawn once for a camera, so that some are mad in one place and right everywhere else,
/// which is how bugs behind the first check are reached.
struct HostileTemper: Sendable {
    /// Of a hundred answers, how many are spoiled and how many are an error instead.
    let spoiled: Int
    let failing: Int
    /// Of a hundred successes, how many are claimed without anything having been done.
    let idle: Int
    /// How long an error goes on once it came.
    let stormLength: Int
    /// Lists never end.
    let isEndless: Bool
    /// There is always another frame.
    let hasEndlessFrames: Bool
    /// Says so many more often of this one request (by its place among all).
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

    /// Whether something that happens in so many of a hundred answers happens in this one.
    func happens(_ percent: Int, to request: UInt, _ random: inout SeededRandom) -> Bool {
        let factor = request == victim ? victimFactor : 1
        return Int.random(in: 0..<100, using: &random) < min(95, percent * factor)
    }
}
