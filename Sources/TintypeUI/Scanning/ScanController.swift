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

    /// Shows the preferences, with the keyboard on this.
    var onSettings: (PrivacyPage.Subject) -> Void = { _ in }
    /// The person turned looking for codes on or off.
    var onToggle: (Bool) -> Void = { _ in }
    /// Whether a camera's picture can be pointed at a code.
    var hasPicture = false { didSet { showHint() } }
    /// Whether the window is about to go: a question could not be answered without it.
    var isClosing = false { didSet { if isClosing { withdrawQuestion() } } }

    private let front: () -> OpaquePointer
    private let screenshots: any ScreenshotConsenting
    private var question: QuestionDialog?
    private var choosing: Task<String?, Never>?
    private var reader: Task<Void, Never>?
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
        screenshots = environment.screenshots
        viewfinder = ViewfinderScan(reader: environment.codes)
        viewfinder.onFound = { [weak self] in self?.show($0) }
        viewfinder.onTrouble = { [weak self] in
            self?.toggle.isOn = false
            self?.sayThatCodesCantBeRead()
        }
        toggle.onChange = { [weak self] isOn in
            self?.viewfinder.isOn = isOn
            self?.showHint()
            self?.onToggle(isOn)
            Announcer.say(isOn ? tr("Looking for codes.") : tr("No longer looking for codes."), from: window)
        }
        screenshots.asker = { [weak self] in await self?.ask() ?? nil }
        let changes = screenshots.changes()
        reader = Task { [weak self] in
            for await access in changes where access != .notDetermined { self?.withdrawQuestion() }
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

    isolated deinit { reader?.cancel() }

    private func showHint() { hint.isShown = toggle.isOn && hasPicture }

    // MARK: Screenshots

    private func scanLatestScreenshot() async {
        guard screenshots.access != .restricted else { return show(.restricted) }
        guard preferences.scansScreenshots else { return show(.turnedOff) }
        switch await codes.codesInLatestScreenshot() {
        case .found(let found): if let first = found.first { show(first) }
        case .unavailable: sayThatCodesCantBeRead()
        case let scan: if let notice = ScreenshotNotice(scan, screenshots.access) { show(notice) }
        }
    }

    private func sayThatCodesCantBeRead() {
        toasts.show(tr("Codes can’t be read right now. Try again in a minute."))
    }

    private func show(_ notice: ScreenshotNotice) {
        ScreenshotSheet(over: front(), notice) { [weak self] way in Task { await self?.go(way) } }.present()
    }

    private func go(_ way: ScreenshotNotice.Way) async {
        switch way {
        case .openSettings(let subject): onSettings(subject)
        case .allowFolder:
            screenshots.record(.allow)
            await scanLatestScreenshot()
        case .scanAnyway(let path): await scan(path)
        case .chooseImage:
            let folder = await codes.screenshotsFolder()
            if let path = await FileDialogs.chooseImage(over: front(), in: folder) { await scan(path) }
        }
    }

    private func scan(_ path: String) async {
        switch await codes.codes(inImage: path) {
        case .codes(let found):
            guard let first = found.first else { return toasts.show(tr("No code was found in this image.")) }
            show(first)
        case .noImage: toasts.show(tr("Tintype can’t read this file as an image."))
        case .unavailable: sayThatCodesCantBeRead()
        }
    }

    // MARK: The question

    /// Asks; a cancelled choice of folder asks again.
    ///
    /// - Returns: nil if nothing was decided.
    private func ask() async -> LibraryAnswer? {
        guard question == nil, !isClosing else { return nil }
        defer { (question, choosing) = (nil, nil) }
        while screenshots.access == .notDetermined, !isClosing {
            let question = QuestionDialog(
                over: front(), heading: tr("Allow Tintype to look at your latest screenshot?"),
                text: tr(
                    "Tintype looks for codes and links in it: in the newest screenshot only, and only when you choose Scan Latest Screenshot. Nothing leaves this computer."
                ),
                answers: [
                    ("deny", tr("Don't Allow")), ("folder", tr("Choose Folder…")), ("allow", tr("Allow")),
                ])
            self.question = question
            switch await question.ask() {
            case "allow": return .allow
            case "deny": return .deny
            case "folder":
                let choosing = Task { [front] in
                    await FileDialogs.chooseFolder(
                        over: front(), title: tr("Choose a Folder for Screenshots"))
                }
                self.choosing = choosing
                if let folder = await choosing.value { return .folder(folder) }
            default: return nil
            }
        }
        return nil
    }

    private func withdrawQuestion() {
        question?.withdraw()
        choosing?.cancel()
    }
}
