// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Codes
internal import Platform

/// Finds codes in the viewfinder, in screenshots and in images, and shows their content.
final class ScanController {
    let toggle = ScanToggle()
    let hint = PictureLabel(tr("Point at a code"), at: GTK_ALIGN_CENTER)
    /// The picture on the screen, if it may be scanned now.
    var picture: () -> Picture? = { nil } { didSet { viewfinder.picture = picture } }

    private let front: () -> OpaquePointer
    private let viewfinder: ViewfinderScan
    private let codes: any CodeReading
    private let preferences: Preferences
    private let toasts: Toasts

    /// - Parameters:
    ///   - window: gets the actions.
    ///   - front: the window that sheets open over.
    init(
        window: OpaquePointer, _ environment: AppEnvironment, _ toasts: Toasts,
        front: @escaping () -> OpaquePointer
    ) {
        self.front = front
        (codes, preferences, self.toasts) = (environment.codes, environment.preferences, toasts)
        viewfinder = ViewfinderScan(reader: environment.codes)
        viewfinder.onFound = { [weak self] in self?.show($0) }
        viewfinder.onTrouble = { [weak self] in
            self?.toggle.isOn = false
            self?.sayThatCodesCantBeRead()
        }
        toggle.onChange = { [weak self] isOn in
            self?.viewfinder.isOn = isOn
            self?.hint.isShown = isOn
            Announcer.say(isOn ? tr("Looking for codes.") : tr("No longer looking for codes."), from: window)
        }
        Actions.add(to: window, .scanCodes) { [weak self] in self?.toggle.isOn.toggle() }
        Actions.add(to: window, .scanScreenshot) { [weak self] in
            Task { await self?.scanLatestScreenshot() }
        }
    }

    private func show(_ code: ScannedCode) {
        viewfinder.isPaused = true
        let sheet = ScanSheet(over: front(), ScanResult(of: code))
        sheet.onClosed = { [weak self] in self?.viewfinder.isPaused = false }
        sheet.present()
    }

    private func scanLatestScreenshot() async {
        guard preferences.scansScreenshots else {
            return await scanImage(tr("Scanning screenshots is off in Preferences: choose an image"))
        }
        switch await codes.codesInLatestScreenshot() {
        case .found(let found): if let first = found.first { show(first) }
        case .notAllowed: await scanImage(tr("Tintype may not look for screenshots: choose an image"))
        case .noneFound: await scanImage(tr("No screenshot from the last minute: choose an image"))
        case .noCode: await scanImage(tr("No code in the latest screenshot: choose an image"))
        case .unavailable: sayThatCodesCantBeRead()
        }
    }

    private func sayThatCodesCantBeRead() {
        toasts.show(tr("Codes can’t be read right now. Try again in a minute."))
    }

    /// - Parameter title: the reason for asking.
    private func scanImage(_ title: String) async {
        guard let path = await FileDialogs.chooseImage(over: front(), title: title) else { return }
        switch await codes.codes(inImage: path) {
        case .codes(let found):
            guard let first = found.first else { return toasts.show(tr("No code was found in this image.")) }
            show(first)
        case .noImage: toasts.show(tr("Tintype can’t read this file as an image."))
        case .unavailable: sayThatCodesCantBeRead()
        }
    }
}
