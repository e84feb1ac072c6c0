/// Finds out what is wrong, for the views: they know no device, no file and no bus.
@MainActor
public protocol Diagnosing {
    /// Looks at everything. What blocks is done on other threads; a stream of our own goes on undisturbed.
    ///
    /// Takes some seconds for each camera and ends in any case. Cancelling the task ends it early.
    ///
    /// - Parameter progress: told what is being looked at.
    func diagnose(progress: @escaping @MainActor (DiagnosisStep) -> Void) async -> DiagnosisReport
}

/// What a diagnosis is looking at.
public enum DiagnosisStep: Equatable, Sendable {
    case desktop
    /// - Parameter index: from 0.
    case camera(CameraSubject, index: Int, of: Int)
    case photos
}
