internal import CGtk
internal import GLibBridge

/// Finding out what is wrong, from the panels that say that something is.
extension CameraWindow {
    func connectDiagnosis() {
        message.onFindOut = { [weak self] in self?.findOut() }
        failure.onFindOut = { [weak self] in self?.findOut() }
    }

    private func findOut() {
        guard diagnosis == nil else { return }
        let window = DiagnosisWindow(over: front, environment.diagnosis)
        window.onClosed = { [weak self] in self?.diagnosis = nil }
        diagnosis = window
        window.present()
    }
}
