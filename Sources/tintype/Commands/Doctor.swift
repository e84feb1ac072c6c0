internal import CaptureCore
internal import TintypeUI

/// `tintype --doctor [--json]`: says what is wrong and what can be done about it.
enum Doctor {
    /// - Returns: 0 where nothing is wrong, 1 where there is a problem.
    static func run(_ round: DiagnosisRound, isJSON: Bool) -> Int32 {
        let outcome = Outcome<DiagnosisReport>()
        // Blocks: a command has nothing else to do. The work is on other threads.
        Task.detached { outcome.set(await round.run { _ in }) }
        let report = outcome.wait()
        Standard.print(isJSON ? DiagnosisWording.json(report).text : DiagnosisWording.text(report))
        return report.exitStatus
    }
}
