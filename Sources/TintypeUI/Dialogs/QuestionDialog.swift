// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Dispatch
internal import Platform

/// A question over a window that only its buttons answer: Escape, or closing it, decides nothing.
///
///     let question = QuestionDialog(over: window, heading: …, text: …, answers: [("no", …), ("yes", …)])
///     if let answer = await question.ask() { … }
///
/// No answer is suggested, and none has the focus: see `ignoreHaste`. May be released while it is open.
final class QuestionDialog {
    /// An answer's id in code and the title of its button.
    typealias Answer = (id: String, title: String)

    private let dialog: ObjectRef
    private let parent: OpaquePointer
    private var onAnswer: ((String?) -> Void)?

    init(over parent: OpaquePointer, heading: String, text: String, answers: [Answer]) {
        self.parent = parent
        let alert = OpaquePointer(tt_alert_new(heading, text))
        // GTK keeps a reference of its own as long as the question is on the screen.
        dialog = ObjectRef(sinking: alert)
        Dialogs.letQuit(from: alert)
        for answer in answers { tt_alert_add(alert.widget, answer.id, answer.title) }
        tt_set_string(alert.untyped, "close-response", Self.nothing)
        Self.ignoreHaste(in: alert)
        Widgets.nameButtons(below: alert)
        connect(alert, "response") { [weak self] call in
            self?.finish(call.string(0).flatMap { $0 == Self.nothing ? nil : $0 })
        }
        // With its parent, e.g. when Tintype is ended. Not at once: where the desktop wants no animations, newer libadwaita
        // removes the question before it reports the answer.
        Dialogs.whenGone(alert) { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.finish(nil) } }
        }
    }

    private static let nothing = "close"

    /// Shows the question and waits.
    ///
    /// - Returns: the answer's id; nil if nothing was decided.
    func ask() async -> String? {
        await withCheckedContinuation { continuation in
            onAnswer = { continuation.resume(returning: $0) }
            tt_dialog_present(dialog.raw.widget, parent.widget)
        }
    }

    /// Withdraws the question: it was answered elsewhere. Does nothing once it has its answer.
    func withdraw() {
        if onAnswer != nil { tt_dialog_close(dialog.raw.widget) }
    }

    private func finish(_ answer: String?) {
        let onAnswer = self.onAnswer
        self.onAnswer = nil
        onAnswer?(answer)
    }
}

// MARK: Haste

extension QuestionDialog {
    /// Keeps a key meant for something else, such as the shutter, from answering a question that has just appeared:
    /// keys are ignored at first, and the focus starts on the text, where Space and Return do nothing. A screen
    /// reader reads heading and text.
    ///
    /// - Parameter alert: not on the screen yet.
    static func ignoreHaste(in alert: OpaquePointer) {
        let beginning = Beginning()
        beginning.findPlace(in: alert)
        connect(alert, "map") { _ in
            // An alert inside its parent window has its content only now.
            beginning.findPlace(in: alert)
            beginning.focus(in: alert)
            let window = Dialogs.window(of: alert)
            if window != alert {
                beginning.focusMoved = SignalConnection(window, "notify::focus-widget") {
                    [weak beginning] _ in
                    beginning?.focus(in: alert)
                }
            }
            beginning.end = .once(after: MessagePanel.haste) { [weak beginning] in
                beginning?.isOver = true
                beginning?.focusMoved = nil
            }
        }
        Dialogs.whenGone(alert) { beginning.focusMoved = nil }
        // GTK gives the focus to the first button.
        connect(alert, "notify::focus-widget") { _ in
            if !beginning.isOver, gtk_widget_get_mapped(alert.widget) != 0 { beginning.focus(in: alert) }
        }
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        connect(keys, "key-pressed") { call in call.answer(!beginning.isOver) }
        gtk_widget_add_controller(alert.widget, keys)
    }

    /// The first moment of a question.
    private final class Beginning {
        var isOver = false
        var end: MainTimer?
        /// While the window around the alert gives its first button the focus.
        var focusMoved: SignalConnection?
        /// The widget that has the focus meanwhile; nil for none. Owned by the dialog, which outlives this.
        private var place: OpaquePointer?

        /// Finds the box around the heading: a label takes no focus unless its text can be selected.
        func findPlace(in alert: OpaquePointer) {
            guard place == nil else { return }
            let words = [tt_alert_heading(alert.widget), tt_alert_body(alert.widget)]
                .map { $0.map { String(cString: $0) } ?? "" }
            place = Widgets.label(saying: words[0], below: alert)
                .flatMap { gtk_widget_get_ancestor($0.widget, gtk_box_get_type()) }.map { OpaquePointer($0) }
            guard let place else { return }
            gtk_widget_set_focusable(place.widget, 1)
            tt_set_accessible_label(place.untyped, words[0])
            tt_set_accessible_description(place.untyped, words[1])
        }

        func focus(in alert: OpaquePointer) {
            let focused = tt_dialog_focus(alert.widget).map { OpaquePointer($0) }
            if focused != place { tt_dialog_set_focus(alert.widget, place?.widget) }
        }
    }
}
