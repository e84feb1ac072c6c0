internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Codes in the viewfinder and in screenshots.
extension CameraWindow {
    func connectScanning() {
        scan.picture = { [weak self] in self?.pictureToScan }
        scan.onFound = { [weak self] in self?.showCode($0) }
        header.scan.onChange = { [weak self] isOn in
            guard let self else { return }
            self.scan.isOn = isOn
            Announcer.say(
                isOn ? tr("Looking for codes.") : tr("No longer looking for codes."), from: self.widget.raw)
        }
        let window = widget.raw
        Actions.add(to: window, "scan-codes") { [weak self] in self?.header.scan.isOn.toggle() }
        Actions.add(to: window, "scan-screenshot") { [weak self] in self?.scanLatestScreenshot() }
    }

    /// Not while the person answers something: the sheet would come in between.
    private var pictureToScan: Picture? {
        let isBusy = preferences.window != nil || question != nil || libraryQuestion != nil
        return isBusy || !isStreaming ? nil : viewfinder.picture
    }

    private func showCode(_ code: ScannedCode) {
        scan.isPaused = true
        let sheet = ScanSheet(over: front, ScanResult(of: code))
        sheet.onClosed = { [weak self] in self?.scan.isPaused = false }
        sheet.present()
    }

    // MARK: Screenshots

    private func scanLatestScreenshot() {
        let (preferences, codes) = (environment.preferences, environment.codes)
        Task { [weak self] in
            guard preferences.scansScreenshots else {
                await self?.scanImage(tr("Scanning screenshots is off in Preferences: choose an image"))
                return
            }
            switch await codes.codesInLatestScreenshot() {
            case .found(let found): if let first = found.first { self?.showCode(first) }
            case .notAllowed:
                await self?.scanImage(tr("Tintype may not look for screenshots: choose an image"))
            case .noneFound: await self?.scanImage(tr("No screenshot from the last minute: choose an image"))
            case .noCode: await self?.scanImage(tr("No code in the latest screenshot: choose an image"))
            }
        }
    }

    /// - Parameter title: says why the person has to choose.
    private func scanImage(_ title: String) async {
        guard let path = await ImageDialog.choose(over: front, title: title) else { return }
        guard let found = await environment.codes.codes(inImage: path) else {
            return showToast(tr("This file is no image that Tintype can read."))
        }
        guard let first = found.first else { return showToast(tr("There is no code in this image.")) }
        showCode(first)
    }
}
