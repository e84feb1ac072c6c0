// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The question about the camera, and its answers. It is asked on the window's page; over another window, as the
/// preferences, in a dialog.
@MainActor final class CameraConsentController {
    /// The answer changed, or became known; or the person is asked, or no longer.
    var onChange: () -> Void = {}
    /// The desktop's settings did not open: shows our own.
    var onNoSettings: () -> Void = {}
    /// Whether the person is being asked.
    var isAsking: Bool { question != nil || isAskingOnPage }
    /// Whether that is on the window's page, whose buttons call `answer`.
    var isAskingOnPage: Bool { onAnswer != nil }

    private let consent: any CameraConsenting
    private let window: OpaquePointer
    private let front: () -> OpaquePointer
    private let asksAtLaunch: Bool
    private var hasAsked = false
    private var question: QuestionDialog?
    private var onAnswer: ((Bool?) -> Void)?
    private var reader: Task<Void, Never>?

    /// - Parameters:
    ///   - window: owns this, and has the page.
    ///   - front: the window that questions are asked over.
    init(window: OpaquePointer, _ environment: AppEnvironment, front: @escaping () -> OpaquePointer) {
        (consent, asksAtLaunch) = (environment.consent, environment.asksForCamera)
        (self.window, self.front) = (window, front)
        consent.asker = { [weak self] in await self?.isCameraAllowed() ?? nil }
        // From now on, not from when the task first runs.
        let changes = consent.changes()
        reader = Task { [weak self] in
            for await _ in changes { self?.accessChanged() }
        }
        // Without its window the question can't be answered.
        connect(window, "destroy") { [weak self] _ in self?.answer(nil) }
    }

    isolated deinit { reader?.cancel() }

    /// Asks at the first launch; if nothing was decided then, the panel's button asks again.
    func askOnce() {
        guard asksAtLaunch, !consent.isDecidedElsewhere, consent.isAccessKnown,
            consent.access == .notDetermined, !hasAsked
        else { return }
        hasAsked = true
        ask()
    }

    func ask() { Task { [consent] in await consent.request() } }

    /// Opens the desktop's own switch, if it has one, else Tintype's.
    func openSettings() {
        Task { [weak self, consent] in
            if await !consent.openSettings() { self?.onNoSettings() }
        }
    }

    private func accessChanged() {
        if consent.access != .notDetermined {
            question?.withdraw()
            answer(nil)
        }
        onChange()
        askOnce()
    }

    /// The person answered on the page.
    ///
    /// - Parameter isAllowed: nil if nothing was decided.
    func answer(_ isAllowed: Bool?) {
        let onAnswer = self.onAnswer
        self.onAnswer = nil
        onAnswer?(isAllowed)
    }

    /// - Returns: nil if the person decided nothing.
    private func isCameraAllowed() async -> Bool? {
        guard !isAsking else { return nil }
        let parent = front()
        let answer = parent == window ? await askOnPage() : await ask(over: parent)
        // An answer changes the access, which reports that itself.
        if answer == nil { onChange() }
        return answer
    }

    private func askOnPage() async -> Bool? {
        await withCheckedContinuation { continuation in
            onAnswer = { continuation.resume(returning: $0) }
            onChange()
        }
    }

    private func ask(over parent: OpaquePointer) async -> Bool? {
        let message = SessionWording.cameraQuestion(nil)
        let question = QuestionDialog(
            over: parent, heading: message.title, text: message.text,
            answers: [("deny", Message.Remedy.dontAllow.title), ("allow", Message.Remedy.allow.title)])
        self.question = question
        onChange()
        defer { self.question = nil }
        return await question.ask().map { $0 == "allow" }
    }
}
