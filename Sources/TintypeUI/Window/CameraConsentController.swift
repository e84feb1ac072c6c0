internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The question about the camera, and its answers.
final class CameraConsentController {
    /// The answer changed, or became known; or the person is asked, or no longer.
    var onChange: () -> Void = {}
    /// The desktop's settings did not open: shows our own.
    var onNoSettings: () -> Void = {}
    /// Whether the person is being asked.
    var isAsking: Bool { question != nil }

    private let consent: any CameraConsenting
    private let front: () -> OpaquePointer
    private let mayAskUnbidden: Bool
    private var hasAsked = false
    private var question: QuestionDialog?
    private var reader: Task<Void, Never>?

    /// - Parameter front: the window that questions are asked over.
    init(_ environment: AppEnvironment, front: @escaping () -> OpaquePointer) {
        (consent, mayAskUnbidden, self.front) = (environment.consent, environment.asksForCamera, front)
        consent.asker = { [weak self] in await self?.isCameraAllowed() ?? nil }
        // From now on, not from when the task first runs.
        let changes = consent.changes()
        reader = Task { [weak self] in
            for await _ in changes { self?.accessChanged() }
        }
    }

    isolated deinit { reader?.cancel() }

    /// Asks at the first launch; if nothing was decided then, the panel's button asks again.
    func askOnce() {
        guard mayAskUnbidden, !consent.isDecidedElsewhere, consent.isAccessKnown,
            consent.access == .notDetermined, !hasAsked
        else { return }
        hasAsked = true
        ask()
    }

    func ask() { Task { [consent] in await consent.request() } }

    /// The desktop's own switch where it has one, else Tintype's.
    func openSettings() {
        Task { [weak self, consent] in
            if await !consent.openSettings() { self?.onNoSettings() }
        }
    }

    private func accessChanged() {
        if consent.access != .notDetermined { question?.withdraw() }
        onChange()
        askOnce()
    }

    /// - Returns: nil where the person decided nothing.
    private func isCameraAllowed() async -> Bool? {
        guard question == nil else { return nil }
        let question = QuestionDialog(
            over: front(), heading: tr("Allow Tintype to use the camera?"), text: SessionWording.cameraUse,
            answers: [("deny", tr("Don't Allow")), ("allow", tr("Allow"))])
        self.question = question
        onChange()
        defer {
            self.question = nil
            onChange()
        }
        return await question.ask().map { $0 == "allow" }
    }
}
