internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The question about the camera, and what follows from its answers.
extension CameraWindow {
    func connectConsent() {
        let consent = environment.consent
        consent.asker = { [weak self] in await self?.isCameraAllowed() ?? nil }
        // From now on, not from when the task first runs.
        let changes = consent.changes()
        readers.append(
            Task { [weak self] in
                for await _ in changes { self?.accessChanged() }
            })
        connect(widget.raw, "notify::is-active") { [weak self] _ in
            guard let self, gtk_window_is_active(self.widget.raw.window) != 0 else { return }
            // The person may come back from the settings.
            self.environment.consent.refresh()
            self.environment.library.refresh()
        }
    }

    private func accessChanged() {
        if environment.consent.access != .notDetermined { question?.withdraw() }
        showSession()
        askForCameraOnce()
    }

    /// Asks at the first launch; where nothing was decided then, the panel's button asks again.
    func askForCameraOnce() {
        let consent = environment.consent
        guard environment.asksForCamera, !consent.isDecidedElsewhere, consent.isAccessKnown,
            consent.access == .notDetermined, !hasAsked
        else { return }
        hasAsked = true
        askForCamera()
    }

    func askForCamera() {
        let consent = environment.consent
        Task { await consent.request() }
    }

    /// - Returns: nil where the person decided nothing.
    private func isCameraAllowed() async -> Bool? {
        guard question == nil else { return nil }
        let question = ConsentDialog.make(over: front)
        self.question = question
        defer { self.question = nil }
        return ConsentDialog.isAllowed(by: await question.ask())
    }

    /// The window that questions are asked over.
    var front: OpaquePointer { preferences.window ?? widget.raw }

    /// The desktop's own switch where it has one for us, else ours.
    func openSettings() {
        let consent = environment.consent
        Task { [weak self] in
            guard await !consent.openSettings(), let self else { return }
            self.preferences.say(tr("The desktop’s settings did not open. The switch here does the same."))
            self.showPreferences(.privacy)
        }
    }
}
