internal import CaptureCore
internal import Diagnosis
internal import TintypeUI

/// `tintype --doctor [--json]`: prints the diagnosis.
enum Doctor {
    /// - Returns: 0 where nothing is wrong, 1 where there is a problem.
    static func run(_ round: DiagnosisRound, isJSON: Bool) -> Int32 {
        let outcome = Outcome<DiagnosisReport>()
        // A command may block; the work is on other threads.
        Task.detached { outcome.set(await round.run { _ in }) }
        let report = outcome.wait()
        Standard.print(isJSON ? DiagnosisWording.json(report).text : DiagnosisWording.text(report))
        return report.exitStatus
    }
}
