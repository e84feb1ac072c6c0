internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Where photos may go, and what is done about those that may go nowhere.
extension CameraWindow {
    func connectLibrary() {
        let library = environment.library
        library.asker = { [weak self] in await self?.askAboutLibrary($0) ?? nil }
        // From now on, not from when the task first runs.
        let changes = library.changes()
        readers.append(
            Task { [weak self] in
                for await access in changes { self?.libraryChanged(access) }
            })
        limited.onChooseFolder = { [weak self] in self?.chooseFolder() }
        limited.onAllowAll = { library.record(.allow) }
        failure.onRemedy = { [weak self] in self?.remedy($0) }
        limited.show(library.access)
    }

    private func libraryChanged(_ access: LibraryAccess) {
        if access != .notDetermined { libraryQuestion?.withdraw() }
        limited.show(access)
        showFailure()
        guard access.allowsSaving else { return }
        // What waited for the permission, or for a folder that works, has it now.
        let isWaiting = shooting.unsaved.contains { $0.error.waitsForPermission }
        if isWaiting { shooting.tryAgain() }
    }

    func showFailure() {
        let access = environment.library.access
        let count = shooting.unsaved.count
        let newest = shooting.unsaved.last
        // An open question says it all.
        let isAsked = libraryQuestion != nil && access == .notDetermined && newest?.error.code == .notAllowed
        let notice = newest.map {
            SaveNotice($0.error, count: count, access: access, isInDanger: shooting.isInDanger)
        }
        failure.show(isAsked ? nil : notice)
    }

    private func askAboutLibrary(_ purpose: LibraryPurpose) async -> LibraryAnswer? {
        guard libraryQuestion == nil else { return nil }
        let question = LibraryDialog(over: front, purpose: purpose)
        libraryQuestion = question
        showFailure()
        defer {
            libraryQuestion = nil
            showFailure()
        }
        return await question.ask()
    }

    private func remedy(_ remedy: SaveNotice.Remedy) {
        let library = environment.library
        switch remedy {
        case .tryAgain: shooting.tryAgain()
        case .saveAs: saveUnsavedAs()
        case .saveAllAs: saveAllUnsavedAs()
        case .chooseFolder: chooseFolder()
        case .openSettings: showPreferences(.privacy)
        case .allow: Task { await library.request(for: .saving) }
        }
    }

    func chooseFolder() {
        let library = environment.library
        let window = front
        Task {
            if let folder = await FolderDialog.choose(over: window) { library.record(.folder(folder)) }
        }
    }
}

extension SaveError {
    /// Whether another answer of the person about the library may help.
    fileprivate var waitsForPermission: Bool {
        switch code {
        case .notAllowed, .restricted, .folderMissing, .notAFolder, .unreadableName, .notPermitted, .readOnly:
            true
        case .diskFull, .notAFile, .tooLarge, .encodingFailed, .failed: false
        }
    }
}
