/// Finds out what is wrong, for the views.
@MainActor
public protocol Diagnosing {
    /// Examines everything. Blocking work is done on other threads; a stream of our own goes on undisturbed.
    ///
    /// Takes some seconds for each camera, and always ends. Cancelling the task ends it early.
    ///
    /// - Parameter progress: called with each step.
    func diagnose(progress: @escaping @MainActor (DiagnosisStep) -> Void) async -> DiagnosisReport
}

/// What a diagnosis is examining.
public enum DiagnosisStep: Equatable, Sendable {
    case desktop
    /// - Parameter index: from 0.
    case camera(CameraSubject, index: Int, of: Int)
    case photos
}
