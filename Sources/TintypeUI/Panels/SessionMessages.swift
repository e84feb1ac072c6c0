// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Dispatch
internal import Platform

/// Shows the session's state if there is no picture, or the question about the camera, and announces that the picture
/// came or went.
final class SessionMessages {
    let panel = MessagePanel()
    let question = MessagePanel(isQuestion: true)

    private let window: OpaquePointer
    private let shutter: OpaquePointer
    private let session: SessionModel
    /// Whether a message was hidden and the picture after it has not come yet.
    private var awaitsPicture = false
    /// Gives the focus to what has appeared below a dialog, once that is closed: until then it would get no key.
    private var awaitedFocus: (() -> Void)?

    /// - Parameters:
    ///   - window: owns this.
    ///   - shutter: gets the focus once there is a picture.
    init(window: OpaquePointer, shutter: OpaquePointer, session: SessionModel) {
        (self.window, self.shutter, self.session) = (window, shutter, session)
        connect(window, "notify::visible-dialog") { [weak self] _ in
            // Later: the closed dialog still gives the focus back to what had it before.
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.dialogChanged() } }
        }
    }

    /// Shows the present state.
    ///
    /// - Parameters:
    ///   - isAsked: whether the question about the camera is open.
    ///   - isPage: whether it is asked here, in the viewfinder.
    /// - Returns: whether there is a message.
    func update(isAsked: Bool, isPage: Bool) -> Bool {
        let message = isAsked && session.state == .off ? nil : session.message
        if question.show(isPage ? SessionWording.cameraQuestion(session.attempt) : nil) {
            moveFocus(isPage ? { [question] in question.begin() } : nil)
        }
        if isPage { awaitsPicture = true }
        if panel.show(message) {
            awaitsPicture = message == nil
            if let message { announce(message) } else if !isPage { awaitedFocus = nil }
        }
        if awaitsPicture, session.isStreaming { announcePicture() }
        return message != nil
    }

    /// - Parameter viewfinder: what the messages lie over.
    func fit(into viewfinder: OpaquePointer) {
        let width = gtk_widget_get_width(viewfinder.widget)
        let height = gtk_widget_get_height(viewfinder.widget)
        for each in [panel, question] { each.fit(width: width, height: height) }
    }

    private func announce(_ message: Message) {
        Announcer.say(message.title + ". " + message.text, from: window)
        // The focus goes to a button only if the person has to decide; otherwise Space might press it by accident.
        let isQuestion = session.state == .off
        if mayMoveFocus { moveFocus { [panel] in panel.takeFocus(isQuestion: isQuestion) } }
    }

    private func moveFocus(_ move: (() -> Void)?) {
        awaitedFocus = move
        dialogChanged()
    }

    private func dialogChanged() {
        guard !Dialogs.cover(window), let move = awaitedFocus else { return }
        awaitedFocus = nil
        move()
    }

    private func announcePicture() {
        awaitsPicture = false
        if mayMoveFocus, !Dialogs.cover(window) { gtk_widget_grab_focus(shutter.widget) }
        Announcer.say(tr("The camera is on."), from: window)
    }

    /// Whether the focus may move, if not at once: not out of an open menu.
    private var mayMoveFocus: Bool {
        guard !Dialogs.cover(window), let focus = gtk_window_get_focus(window.window) else { return true }
        return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) == nil
    }
}
