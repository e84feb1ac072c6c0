internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Shows the session's state where there is no picture, and announces that the picture came or went.
final class SessionMessages {
    let panel = MessagePanel()

    private let window: OpaquePointer
    private let shutter: OpaquePointer
    private let session: SessionModel
    /// Whether a message went away, and the picture that follows it has not come yet.
    private var awaitsPicture = false

    /// - Parameters:
    ///   - window: owns this.
    ///   - shutter: has the keyboard once there is a picture.
    init(window: OpaquePointer, shutter: OpaquePointer, session: SessionModel) {
        (self.window, self.shutter, self.session) = (window, shutter, session)
    }

    /// Shows what holds now.
    ///
    /// - Parameter isAsked: whether a question says the same.
    /// - Returns: whether there is a message.
    func update(isAsked: Bool) -> Bool {
        let message = isAsked && session.state == .off ? nil : session.message
        if panel.show(message) {
            awaitsPicture = message == nil
            if let message { announce(message) }
        }
        if awaitsPicture, session.isStreaming { announcePicture() }
        return message != nil
    }

    private func announce(_ message: Message) {
        Announcer.say(message.title + ". " + message.text, from: window)
        // To a button only where the person has to decide: elsewhere Space must not press what was not chosen.
        if mayMoveFocus { panel.takeFocus(isQuestion: session.state == .off) }
    }

    private func announcePicture() {
        awaitsPicture = false
        if mayMoveFocus { gtk_widget_grab_focus(shutter.widget) }
        Announcer.say(tr("The camera is on."), from: window)
    }

    /// Not out of an open menu.
    private var mayMoveFocus: Bool {
        guard let focus = gtk_window_get_focus(window.window) else { return true }
        return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) == nil
    }
}
