// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Testing

/// Cameras behind a kernel that answers anything: no crash, no byte read beyond a mapping (run it with ASan for
/// that), no endless list, bounded memory, and everything closed and unmapped in the end.
///
///     TINTYPE_FUZZ_COUNT=100000 swift test -c release -Xswiftc -enable-testing --sanitize=address \
///         --scratch-path .build/asan --filter KernelFuzzTests
@Suite struct KernelFuzzTests {
    @Test func anyAnswerOfTheKernelIsSurvived() {
        let plan = FuzzPlan(defaultCount: 300)
        var (opened, frames) = (0, 0)
        for number in plan.rounds {
            plan.report(number)
            let (clean, complaints, round) = play(plan.random(round: number))
            #expect(complaints.isEmpty, "round \(number), seed \(plan.seed)")
            #expect(clean, "left open or mapped: round \(number), seed \(plan.seed)")
            opened += round.opened
            frames += round.frames
        }
        // The kernel is neither too mild nor too wild.
        if plan.rounds.count >= 100 {
            #expect(opened > plan.rounds.count / 2 && opened < plan.rounds.count * 2)
            #expect(frames > plan.rounds.count / 2)
        }
    }

    /// - Returns: what is left after the round, its camera and its frames.
    private func play(
        _ random: SeededRandom
    ) -> (isClean: Bool, complaints: [String], counts: (opened: Int, frames: Int)) {
        var round = HostileCameraRound(random)
        round.run()
        let kernel = round.kernel
        return (kernel.isClean, round.complaints, (round.opened, round.frames))
    }
}
