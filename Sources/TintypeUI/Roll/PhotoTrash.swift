// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc
internal import Platform

/// Photos that were moved to the trash, each of which comes back for some seconds.
final class PhotoTrash {
    /// How long a photo can be brought back; milliseconds.
    private static let undoTime: UInt32 = 10_000

    /// Called when photos were moved to the trash, or came back.
    var onTrashed: ([SavedPhoto]) -> Void = { _ in }
    var onRestored: ([SavedPhoto]) -> Void = { _ in }
    /// Words for a short message, with the action of its button.
    var onMessage: (String, (label: String, action: WindowAction)?) -> Void = { _, _ in }

    /// Groups of photos that were moved together, the last at the end.
    private var trashed: [[any PhotoHolding]] = []
    private var timer: MainTimer?

    var canUndo: Bool { !trashed.isEmpty }

    /// Moves photos to the trash: the files that have their names now, which are the ones to bring back.
    ///
    /// - Parameters:
    ///   - holds: open the photos; nil if that fails.
    ///   - isVideo: whether it is one video instead.
    func trash(_ holds: [@Sendable () async -> (any PhotoHolding)?], isVideo: Bool = false) {
        Task { [weak self] in
            var (gone, failed, hasTrash): ([any PhotoHolding], Int, Bool) = ([], 0, true)
            for hold in holds {
                guard let held = await hold() else {
                    failed += 1
                    continue
                }
                do throws(SaveError) {
                    try await held.trash()
                    gone.append(held)
                } catch {
                    Log(domain: "ui").warning("\(error.path) not trashed", .errno(error.underlying))
                    failed += 1
                    if error.underlying == EOPNOTSUPP { hasTrash = false }
                }
            }
            self?.done(gone, failed: failed, isVideo, hasTrash: hasTrash)
        }
    }

    private func done(_ gone: [any PhotoHolding], failed: Int, _ isVideo: Bool, hasTrash: Bool) {
        if !gone.isEmpty { offerUndo(gone) }
        // After the offer to undo, which replaces other messages.
        if !hasTrash {
            onMessage(tr("This drive has no trash. You can delete files in your file manager."), nil)
        } else if isVideo, failed > 0 {
            onMessage(tr("The video couldn’t be moved to the trash"), nil)
        } else if failed > 0 {
            onMessage(
                holdsOne(failed + gone.count)
                    ? tr("The photo couldn’t be moved to the trash")
                    : trn(
                        "%d photo couldn’t be moved to the trash", "%d photos couldn’t be moved to the trash",
                        failed), nil)
        }
    }

    private func offerUndo(_ gone: [any PhotoHolding]) {
        trashed.append(gone)
        timer = .once(after: Self.undoTime) { [weak self] in self?.trashed.removeAll() }
        onTrashed(gone.map(\.photo))
        let words =
            holdsOne(gone.count)
            ? gone[0].photo.isVideo ? tr("Video moved to the trash") : tr("Photo moved to the trash")
            : trn("%d photo moved to the trash", "%d photos moved to the trash", gone.count)
        onMessage(words, (tr("_Undo"), .restorePhoto))
    }

    private func holdsOne(_ count: Int) -> Bool { count == 1 }

    /// Brings back the last group.
    func undo() {
        guard let last = trashed.popLast() else { return }
        Task { [weak self] in
            var back: [SavedPhoto] = []
            for held in last {
                do throws(SaveError) {
                    try await held.restore()
                    back.append(held.photo)
                } catch {
                    Log(domain: "ui").warning("\(error.path) not restored", .errno(error.underlying))
                    self?.onMessage(
                        held.photo.isVideo
                            ? tr("The video couldn’t be brought back; it is still in the trash.")
                            : tr("The photo couldn’t be brought back; it is still in the trash."), nil)
                }
            }
            if !back.isEmpty { self?.onRestored(back) }
        }
    }
}
