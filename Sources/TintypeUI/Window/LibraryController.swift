// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// Where photos may go: the question about the library, the note that it is limited, and the handling of photos that
/// may go nowhere or could not be saved.
final class LibraryController {
    let failure = SaveFailurePanel()
    let limited: LimitedLibraryButton
    /// Opens the page of the preferences on privacy.
    var onSettings: () -> Void = {}
    /// Words for a short message, with the action of its button.
    var onMessage: (String, (label: String, action: WindowAction)) -> Void = { _, _ in }
    /// Photos that waited were thrown away, or taken back.
    var onThrownAway: () -> Void = {}
    var onTakenBack: () -> Void = {}
    /// Whether the person is being asked.
    var isAsking: Bool { question != nil }

    /// How long photos that were thrown away can be taken back: longer than the message offers it; milliseconds.
    private static let undoTime: UInt32 = 12_000

    private let window: OpaquePointer
    private let front: () -> OpaquePointer
    private let library: any LibraryConsenting
    private let queue: SaveQueue
    private var question: QuestionDialog?
    /// The choice of a folder that answers the question, while it is open.
    private var choosing: Task<String?, Never>?
    private var isWithdrawn = false
    private var reader: Task<Void, Never>?
    private var undoTimer: MainTimer?
    /// The notice that the person dismissed; a different one, e.g. about another photo, is shown again.
    private var hiddenNotice: SaveNotice?
    /// Whether refused photos are tried again if the library is allowed: an answer may have come while
    /// those of earlier runs were still being looked for.
    private var mayRetry = true

    /// - Parameters:
    ///   - window: owns this.
    ///   - front: the window that questions are asked over.
    init(
        window: OpaquePointer, _ environment: AppEnvironment, _ queue: SaveQueue,
        front: @escaping () -> OpaquePointer
    ) {
        (self.window, self.library, self.queue, self.front) = (window, environment.library, queue, front)
        limited = LimitedLibraryButton(environment.preferences)
        library.asker = { [weak self] in await self?.ask() ?? nil }
        // From now on, not from when the task first runs.
        let changes = library.changes()
        reader = Task { [weak self] in
            for await access in changes { self?.accessChanged(access) }
        }
        limited.onChooseFolder = { [weak self] in self?.chooseFolder() }
        limited.onAllowAll = { [library] in library.record(.allow) }
        failure.onRemedy = { [weak self] in self?.remedy($0) }
        failure.onHide = { [weak self] in self?.hideFailure() }
        Actions.add(to: window, .takePhotosBack) { [weak self] in self?.takeBack() }
        limited.show(library.access)
    }

    isolated deinit { reader?.cancel() }

    /// Shows why photos can't be saved; nothing if they can.
    func showFailure() {
        if mayRetry, library.access.allowsSaving,
            queue.unsaved.contains(where: { $0.error.code == .notAllowed })
        {
            mayRetry = false
            queue.tryAgain()
        }
        let newest = queue.unsaved.last
        // The open question says enough.
        let isAsked = isAsking && library.access == .notDetermined && newest?.error.code == .notAllowed
        let notice = newest.map {
            SaveNotice(
                $0.error, count: queue.unsaved.count, access: library.access, isInDanger: queue.isInDanger)
        }
        if notice != hiddenNotice { hiddenNotice = nil }
        failure.show(isAsked || hiddenNotice != nil ? nil : notice)
    }

    private func hideFailure() {
        hiddenNotice = failure.notice
        showFailure()
    }

    /// Whether the window is about to go: a question could not be answered without it, and nothing can be undone. The
    /// photo waits in the journal.
    var isClosing = false {
        didSet {
            guard isClosing else { return }
            withdrawQuestion()
            forgetThrownAway()
        }
    }

    private func withdrawQuestion() {
        isWithdrawn = true
        question?.withdraw()
        choosing?.cancel()
    }

    func chooseFolder() {
        let window = front()
        Task { [library] in
            if let folder = await FileDialogs.chooseFolder(over: window) { library.record(.folder(folder)) }
        }
    }

    private func accessChanged(_ access: LibraryAccess) {
        mayRetry = true
        if access != .notDetermined { withdrawQuestion() }
        limited.show(access)
        showFailure()
        guard access.allowsSaving else { return }
        // Photos that waited for permission, or for a working folder, are retried.
        if queue.unsaved.contains(where: { $0.error.waitsForPermission }) { queue.tryAgain() }
    }

    /// Asks; a cancelled choice of folder asks again.
    ///
    /// - Returns: nil if nothing was decided.
    private func ask() async -> LibraryAnswer? {
        guard question == nil, !isClosing else { return nil }
        defer {
            (question, choosing) = (nil, nil)
            showFailure()
        }
        isWithdrawn = false
        while !isWithdrawn {
            let question = newQuestion()
            self.question = question
            showFailure()
            switch await question.ask() {
            case "allow": return .allow
            case "deny": return .deny
            case "folder":
                let choosing = Task { [front] in await FileDialogs.chooseFolder(over: front()) }
                self.choosing = choosing
                if let folder = await choosing.value { return .folder(folder) }
            default: return nil
            }
        }
        return nil
    }

    private func newQuestion() -> QuestionDialog {
        QuestionDialog(
            over: front(), heading: tr("Save photos to your library?"),
            // Translators: the same names of folders as on a desktop in your language; "Camera" stays as it is.
            text: tr(
                "Tintype needs permission to save photos you take to your Pictures folder. You will find them in Pictures/Camera."
            ),
            answers: [("deny", tr("Don't Allow")), ("folder", tr("Choose Folder…")), ("allow", tr("Allow"))])
    }

    private func remedy(_ remedy: SaveNotice.Remedy) {
        switch remedy {
        case .tryAgain: queue.tryAgain()
        case .saveAs: saveFirst()
        case .saveAllAs: saveAll()
        case .chooseFolder: chooseFolder()
        case .openSettings: onSettings()
        case .throwAway, .throwAllAway: throwAway()
        case .allow: Task { [library] in await library.request() }
        }
    }

    private func saveFirst() {
        guard let unsaved = queue.unsaved.first else { return }
        let name = PhotoName(time: unsaved.source.time).fileName(unsaved.source.format)
        Task { [window, queue] in
            if let path = await FileDialogs.saveAs(
                over: window, fileName: name, fault: SaveWording.fault(ofPhotoName:))
            {
                queue.saveFirstUnsaved(as: path)
            }
        }
    }

    private func throwAway() {
        let count = queue.throwAway()
        undoTimer = .once(after: Self.undoTime) { [weak self] in self?.forgetThrownAway() }
        onThrownAway()
        onMessage(
            trn("%d photo thrown away", "%d photos thrown away", count), (tr("_Undo"), .takePhotosBack))
    }

    private func forgetThrownAway() {
        undoTimer = nil
        queue.forgetThrownAway()
    }

    private func takeBack() {
        undoTimer = nil
        queue.takeBack()
        onTakenBack()
        // The answer may be another one by now.
        if library.access.allowsSaving { queue.tryAgain() }
    }

    private func saveAll() {
        Task { [window, queue] in
            if let folder = await FileDialogs.chooseFolder(over: window) {
                queue.saveAllUnsaved(into: folder)
            }
        }
    }
}

extension SaveError {
    /// Whether another answer about the library may help.
    fileprivate var waitsForPermission: Bool {
        switch code {
        case .notAllowed, .restricted, .folderMissing, .notAFolder, .unreadableName, .notPermitted, .readOnly:
            true
        case .diskFull, .notAFile, .tooLarge, .encodingFailed, .tooManyPixels, .failed: false
        }
    }
}
