// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The window's actions for the photo in front of the roll: those that need its file are possible only with one.
final class RollActions {
    private static let fileActions: [WindowAction] = [
        .rollCopy, .rollSaveAs, .rollMail, .rollShowInFiles, .rollOpenWith, .rollTurnLeft,
        .rollTurnRight, .rollDetails, .rollTrash,
    ]
    /// Videos can't be turned, copied or converted.
    private static let photoActions: [WindowAction] = [.rollCopy, .rollTurnLeft, .rollTurnRight]

    /// The place in front; nil while the roll is closed.
    var place: () -> RollPlace? = { nil }

    private let window: OpaquePointer
    private let sharing: PhotoSharing
    /// Looks for a way to the mail program; kept when found.
    private var mail: Task<Void, Never>?

    init(window: OpaquePointer, _ sharing: PhotoSharing) {
        (self.window, self.sharing) = (window, sharing)
        add(.rollCopy) { $0.copy($1) }
        add(.rollSaveAs) { $0.saveAs($1) }
        add(.rollShowInFiles) { $0.showInFiles($1.path) }
        add(.rollOpenWith) { $0.openWith($1.path) }
    }

    isolated deinit { mail?.cancel() }

    private func add(
        _ action: WindowAction, _ body: @escaping @MainActor (PhotoSharing, LibraryEntry) -> Void
    ) {
        Actions.add(to: window, action) { [weak self] in
            if let self, let entry = self.place()?.photo.entry { body(self.sharing, entry) }
        }
    }

    /// Adds mail to the menu, if the desktop has a way to the mail program.
    func findMail() {
        guard mail == nil else { return }
        mail = Task { [weak self] in
            guard let portal = await MailPortal.find(), let self else {
                self?.mail = nil
                return
            }
            self.add(.rollMail) { $0.send($1, by: portal) }
            self.update()
        }
    }

    /// Another photo is in front.
    func update() {
        let (photo, burst) = (place()?.photo, place()?.burst)
        for action in Self.fileActions {
            let isPossible = photo?.entry.map { !$0.isVideo || !Self.photoActions.contains(action) } ?? false
            Actions.setEnabled(window, action, isPossible)
        }
        Actions.setEnabled(window, .rollKeepAll, burst != nil)
    }
}
