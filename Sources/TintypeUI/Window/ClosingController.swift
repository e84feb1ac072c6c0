// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The window on its way out: photos on their way to the disk are finished out of sight with the camera off, and the
/// person decides about those that can't be saved.
final class ClosingController {
    /// How long photos may take when the system ends the program, in milliseconds.
    private static let hurry: UInt32 = 1500

    private enum Progress: Equatable {
        case open, afterSaving, asked, closed
        /// In a hurry it waits only for shots that would be lost.
        case ending(isInHurry: Bool)
    }

    /// Called whenever closing begins, to store state.
    var onClosing: () -> Void = {}
    /// It stays, after all.
    var onStaying: () -> Void = {}
    /// A photo could not be saved while the window was hidden: presents it again.
    var onReopen: () -> Void = {}
    /// The window is gone for good.
    var onClosed: () -> Void = {}

    private let window: OpaquePointer
    private let camera: any SessionSteering
    private let shooting: ShootingController
    private let recording: RecordingController
    private var progress = Progress.open { didSet { if progress == .open { onStaying() } } }
    private var timer: MainTimer?

    /// - Parameter window: owns this.
    init(
        window: OpaquePointer, _ camera: any SessionSteering, _ shooting: ShootingController,
        _ recording: RecordingController
    ) {
        (self.window, self.camera, self.shooting, self.recording) = (window, camera, shooting, recording)
        connect(window, "close-request") { [weak self] call in call.answer(self?.mustStay() ?? false) }
    }

    private var queue: SaveQueue { shooting.queue }

    /// Ends without a question, as the system asks. Shots in the journal become photos at the next launch.
    func end() {
        switch progress {
        case .ending, .closed: return
        case .open, .asked, .afterSaving: break
        }
        begin()
        progress = .ending(isInHurry: false)
        finishOutOfSight()
        // Last try for shots in memory only.
        if queue.isInDanger { queue.tryAgain() }
        timer = .once(after: Self.hurry) { [weak self] in
            self?.progress = .ending(isInHurry: true)
            self?.photosChanged()
        }
        photosChanged()
    }

    /// Photos were saved, or could not be.
    func photosChanged() {
        switch progress {
        case .afterSaving:
            if queue.undecidedCount > 0 { onReopen() } else if isDone { close() }
        case .ending(let isInHurry):
            // An unfinished video can be played up to its last second, and is finished at the next launch.
            if isInHurry ? queue.endangeredCount == 0 : isDone { close() }
        case .open, .asked, .closed:
            break
        }
    }

    /// Whether nothing is on its way to the disk.
    private var isDone: Bool { queue.pendingCount == 0 && !recording.run.isActive }

    /// The window was asked to close.
    private func mustStay() -> Bool {
        begin()
        guard progress != .closed, queue.undecidedCount > 0 || !isDone else {
            close()
            return false
        }
        if queue.undecidedCount == 0 {
            progress = .afterSaving
            finishOutOfSight()
        } else {
            ask()
        }
        return true
    }

    /// Begins closing. A press that still waits for a better picture takes the one that it has.
    private func begin() {
        onClosing()
        shooting.stop()
        recording.stop(then: { [weak self] in self?.photosChanged() })
    }

    private func finishOutOfSight() {
        camera.stop()
        Widgets.setVisible(window, false)
    }

    private func close() {
        guard progress != .closed else { return }
        let isHidden = progress != .open && progress != .asked
        progress = .closed
        camera.stop()
        if isHidden { gtk_window_destroy(window.window) }
        onClosed()
    }

    /// The window is presented, which may be while it finishes photos out of sight: then it stays.
    ///
    /// - Returns: whether its camera has to be started again.
    func stay() -> Bool {
        guard progress == .afterSaving else { return false }
        progress = .open
        return true
    }

    private func ask() {
        guard progress == .open else { return }
        progress = .asked
        let dialog = OpaquePointer(
            tt_alert_new(
                tr("Leave without saving?"),
                trn("%d photo is not saved yet.", "%d photos are not saved yet.", queue.undecidedCount)))
        // Translators: not to end the program, so that photos can be saved.
        tt_alert_add(dialog.widget, "stay", tr("Stay"))
        // Translators: to end the program although photos are lost by that.
        tt_alert_add(dialog.widget, "leave", tr("Leave"))
        tt_alert_warn_of(dialog.widget, "leave")
        tt_set_string(dialog.untyped, "close-response", "stay")
        connect(dialog, "response") { [weak self] call in
            // If the system has ended the program meanwhile, the answer comes too late.
            guard let self, self.progress == .asked else { return }
            self.progress = .open
            guard call.string(0) == "leave" else { return }
            self.queue.discardUnsaved()
            // Later, because the dialog, which goes with its parent, is still reporting its answer.
            self.timer = .once(after: 0) { [weak self] in
                if let self { gtk_window_close(self.window.window) }
            }
        }
        Dialogs.letQuit(from: dialog)
        QuestionDialog.ignoreHaste(in: dialog)
        Widgets.nameButtons(below: dialog)
        tt_dialog_present(dialog.widget, window.widget)
    }
}
