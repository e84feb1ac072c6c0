internal import Cameras
internal import CaptureCore
internal import Diagnosis

/// Leaves a camera to the diagnosis, as long as nothing needs it here.
extension CaptureSession {
    /// - Returns: the stream's figures where the camera streams here, which then goes on undisturbed; else nil, and no
    ///   retry opens it until the loan is over.
    func lend(_ camera: CameraID, on loan: CameraLoan) -> StreamFigures? {
        if let opening, opening.device.info.id == camera, let figures = opening.tally.figures(at: clock()) {
            return figures
        }
        loans.append((camera, loan))
        return nil
    }

    /// Whether a retry has to wait for a loan to be over.
    func isLent(_ camera: CameraID?) -> Bool {
        loans.removeAll { $0.loan.isOver }
        return loans.contains { $0.camera == camera }
    }

    /// Nobody looks, or nobody may look any more: every camera is closed now.
    func recallLoans(before event: SessionEvent) {
        switch event {
        case .left, .stopped:
            for lent in loans { lent.loan.end() }
            loans = []
        case .selected(let camera):
            for lent in loans where lent.camera == camera.id { lent.loan.end() }
        case .allowed, .returned, .camerasChanged, .opened, .openFailed, .pictureArrived, .streamFailed,
            .retryDue, .retryRequested:
            break
        }
    }

    /// Tries again later; replaces what was planned before.
    func plan(after delay: Duration) {
        retry?.cancel()
        retry = Task { [weak self, pause] in
            guard (try? await pause(delay)) != nil else { return }
            await self?.retryIsDue()
        }
    }

    /// A camera that the diagnosis is looking at is tried a little later.
    private func retryIsDue() {
        if isLent(machine.state.camera?.id) { plan(after: .milliseconds(100)) } else { handle(.retryDue) }
    }
}
