// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// What is to be done with the file of the last photo, as soon as that is on the disk.
final class PendingPhotoActions {
    private struct Request {
        /// The photo that was the last when the person asked.
        let ticket: SaveQueue.Ticket
        let action: WindowAction
        let body: (SavedPhoto) -> Void
        /// nil until it is on the disk.
        var photo: SavedPhoto?
    }

    /// Called instead where the last photo could not be saved: the newest on the disk is another one.
    var onUnsaved: () -> Void = {}

    private let queue: SaveQueue
    private var waiting: [Request] = []

    init(_ queue: SaveQueue) { self.queue = queue }

    /// Does something with the last photo: once, however often it is asked for.
    ///
    /// - Parameter photo: the newest on the disk; nil if there is none.
    func ask(_ action: WindowAction, of photo: SavedPhoto?, _ body: @escaping (SavedPhoto) -> Void) {
        guard queue.pendingCount > 0 else {
            if queue.isNewestUnsaved {
                onUnsaved()
            } else if let photo {
                body(photo)
            }
            return
        }
        guard !waiting.contains(where: { $0.ticket == queue.newest && $0.action == action }) else { return }
        // The newest may be there before an older one.
        waiting.append(
            Request(
                ticket: queue.newest, action: action, body: body, photo: queue.hasSavedNewest ? photo : nil))
    }

    /// A photo has reached the disk.
    func saved(_ photo: SavedPhoto, _ ticket: SaveQueue.Ticket) {
        for index in waiting.indices where waiting[index].ticket == ticket { waiting[index].photo = photo }
    }

    /// Nothing is on its way to the disk any more.
    func grant() {
        let due = waiting
        waiting = []
        for request in due {
            // What failed to be saved has no file.
            if let photo = request.photo { request.body(photo) }
        }
    }
}
