// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The window's actions for the photo in front of the roll: those that need its file are possible only with one.
final class RollActions {
    private static let fileActions = [
        "roll-copy", "roll-save-as", "roll-mail", "roll-show-in-files", "roll-open-with", "roll-turn-left",
        "roll-turn-right", "roll-details", "roll-trash",
    ]
    /// Videos can't be turned, copied or converted.
    private static let photoActions = ["roll-copy", "roll-turn-left", "roll-turn-right"]

    /// The place in front; nil while the roll is closed.
    var place: () -> RollPlace? = { nil }

    private let window: OpaquePointer
    private let sharing: PhotoSharing
    /// Looks for a way to the mail program; kept when found.
    private var mail: Task<Void, Never>?

    init(window: OpaquePointer, _ sharing: PhotoSharing) {
        (self.window, self.sharing) = (window, sharing)
        add("roll-copy") { $0.copy($1) }
        add("roll-save-as") { $0.saveAs($1) }
        add("roll-show-in-files") { $0.showInFiles($1.path) }
        add("roll-open-with") { $0.openWith($1.path) }
    }

    isolated deinit { mail?.cancel() }

    private func add(_ name: String, _ body: @escaping @MainActor (PhotoSharing, LibraryEntry) -> Void) {
        Actions.add(to: window, name) { [weak self] in
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
            self.add("roll-mail") { $0.send($1, by: portal) }
            self.update()
        }
    }

    /// Another photo is in front.
    func update() {
        let (photo, burst) = (place()?.photo, place()?.burst)
        for name in Self.fileActions {
            let isPossible = photo?.entry.map { !$0.isVideo || !Self.photoActions.contains(name) } ?? false
            Actions.setEnabled(window, name, isPossible)
        }
        Actions.setEnabled(window, "roll-keep-all", burst != nil)
    }
}
