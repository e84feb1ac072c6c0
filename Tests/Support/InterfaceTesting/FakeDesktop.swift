// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Diagnosis
import Synchronization

/// Nobody leaves, and nobody comes.
public final class FakePresence: PresenceMonitoring {
    public init() {}

    public func note(_ reason: AbsenceReason, _ holds: Bool) {}
    public func noteWindow(isMapped: Bool) {}
}

/// A diagnosis whose result is known.
public struct FakeDiagnosis: Diagnosing {
    private let report: DiagnosisReport

    public init(_ findings: [Finding] = []) { report = DiagnosisReport(version: "1", findings: findings) }

    public func diagnose(progress: @escaping @MainActor (DiagnosisStep) -> Void) async -> DiagnosisReport {
        progress(.desktop)
        return report
    }
}
