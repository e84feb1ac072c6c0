internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Telling people who can't see the picture that it came or went.
extension CameraWindow {
    /// - Parameters:
    ///   - message: what is shown now in place of a picture.
    ///   - isNews: whether that was something else a moment ago.
    func tellOfChange(_ message: Message?, _ isNews: Bool) {
        if isNews, let message {
            Announcer.say(message.title + ". " + message.text, from: widget.raw)
            // Only where the person has to decide: elsewhere Space must not press what nobody chose.
            if shownState == .off, mayMoveFocus { self.message.takeFocus() }
        }
        if isNews { awaitsPicture = message == nil }
        guard awaitsPicture, isStreaming else { return }
        awaitsPicture = false
        Announcer.say(tr("The camera is on."), from: widget.raw)
        if mayMoveFocus { gtk_widget_grab_focus(bar.shutter.widget.raw.widget) }
    }

    /// Not out of a menu that somebody is in.
    private var mayMoveFocus: Bool {
        guard let focus = gtk_window_get_focus(widget.raw.window) else { return true }
        return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) == nil
    }
}
