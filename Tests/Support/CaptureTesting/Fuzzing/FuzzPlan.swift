// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Which rounds a fuzz test runs. Each round has its own seed, so that one can be repeated alone.
///
///     TINTYPE_FUZZ_SEED   which run; default 1
///     TINTYPE_FUZZ_FROM   the first round; default 0
///     TINTYPE_FUZZ_COUNT  how many; the default is small
///     TINTYPE_FUZZ_TRACE  set: names every round before it runs, so that the last line is the one that crashed
public struct FuzzPlan: Sendable {
    public let seed: UInt64
    public let rounds: Range<Int>
    private let isTraced: Bool

    public init(defaultCount: Int) {
        func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
        seed = UInt64(clamping: number("TINTYPE_FUZZ_SEED") ?? 1)
        isTraced = getenv("TINTYPE_FUZZ_TRACE") != nil
        let from = max(0, number("TINTYPE_FUZZ_FROM") ?? 0)
        rounds = from..<(from + max(0, number("TINTYPE_FUZZ_COUNT") ?? defaultCount))
    }

    /// The generator of one round.
    public func random(round: Int) -> SeededRandom {
        var mixer = SeededRandom(seed: seed &* 0x1_0000_0001 &+ UInt64(round))
        return SeededRandom(seed: mixer.next())
    }

    /// Prints the seed first, and in long runs the progress, so that a crash can be found again.
    public func report(_ round: Int) {
        let isDue = round == rounds.lowerBound || rounds.count > 10_000 && round % 10_000 == 0
        guard isTraced || isDue else { return }
        let line = Array("fuzz: round \(round) of \(rounds), seed \(seed)\n".utf8)
        write(STDERR_FILENO, line, line.count)
    }
}

/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014).
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
