internal import CGtk
internal import GLibBridge

/// A question over a window that only one of its answers answers: Escape, or closing it, decides nothing.
///
///     let question = QuestionDialog(over: window, heading: …, text: …, answers: [("no", …), ("yes", …)])
///     if let answer = await question.ask() { … }
///
/// The suggested answer is coloured and has the focus; where none is suggested, the first has it. A question that comes
/// in the middle of something else gives no answer the focus: a key that was meant for the shutter must not decide. May
/// be let go while it is open.
final class QuestionDialog {
    /// What an answer is called in code and on its button.
    typealias Answer = (id: String, title: String)

    private let dialog: ObjectRef
    private var onAnswer: ((String?) -> Void)?
    /// Whether the person has turned to the question, with a key that means nothing to the shutter.
    private var wasNavigated = false

    /// Suggests the last answer.
    ///
    /// - Parameter interrupts: whether it comes unasked, while the person does something else.
    convenience init(
        over parent: OpaquePointer, heading: String, text: String, answers: [Answer], interrupts: Bool = false
    ) {
        self.init(
            over: parent, heading: heading, text: text, answers: answers, suggesting: answers.last?.id,
            interrupts: interrupts)
    }

    /// - Parameter suggesting: nil for none.
    init(
        over parent: OpaquePointer, heading: String, text: String, answers: [Answer], suggesting: String?,
        interrupts: Bool = false
    ) {
        let window = OpaquePointer(adw_message_dialog_new(parent.window, heading, text))
        // GTK keeps a reference of its own as long as the window is on the screen.
        dialog = ObjectRef(sinking: window)
        let message = UnsafeMutablePointer<AdwMessageDialog>(window)
        for answer in answers { adw_message_dialog_add_response(message, answer.id, answer.title) }
        if let suggesting {
            adw_message_dialog_set_response_appearance(message, suggesting, ADW_RESPONSE_SUGGESTED)
        }
        if interrupts {
            focusNothing(window)
        } else {
            adw_message_dialog_set_default_response(message, suggesting ?? answers.first?.id)
        }
        adw_message_dialog_set_close_response(message, Self.nothing)
        Widgets.nameButtons(below: window)
        connect(window, "response") { [weak self] call in
            self?.finish(call.string(0).flatMap { $0 == Self.nothing ? nil : $0 })
        }
        // With its parent, e.g. when Tintype is ended.
        connect(window, "destroy") { [weak self] _ in self?.finish(nil) }
    }

    private static let nothing = "close"

    /// Shows the question and waits.
    ///
    /// - Returns: the answer's id; nil where nothing was decided.
    func ask() async -> String? {
        await withCheckedContinuation { continuation in
            onAnswer = { continuation.resume(returning: $0) }
            gtk_window_present(dialog.raw.window)
        }
    }

    /// GTK gives the focus to the first button as the window appears.
    private func focusNothing(_ window: OpaquePointer) {
        connect(window, "map") { _ in gtk_window_set_focus(window.window, nil) }
        connect(window, "notify::focus-widget") { [weak self] _ in
            guard let self, !self.wasNavigated, gtk_window_get_focus(window.window) != nil else { return }
            gtk_window_set_focus(window.window, nil)
        }
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        connect(keys, "key-pressed") { [weak self] call in
            let key = Int32(bitPattern: call.uint(0))
            let shutterKeys = [GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter]
            if !shutterKeys.contains(key) { self?.wasNavigated = true }
            call.answer(shutterKeys.contains(key) && self?.wasNavigated == false)
        }
        gtk_widget_add_controller(window.widget, keys)
    }

    /// Takes the question back: it was answered elsewhere.
    func withdraw() { gtk_window_close(dialog.raw.window) }

    private func finish(_ answer: String?) {
        let onAnswer = self.onAnswer
        self.onAnswer = nil
        onAnswer?(answer)
    }
}
