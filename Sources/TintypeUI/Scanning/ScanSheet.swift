// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The sheet that shows a code's content. Nothing in it acts by itself: a link opens only after a second question,
/// and everything can be copied.
final class ScanSheet {
    /// Called when the sheet is gone.
    var onClosed: () -> Void = {}

    private let window: OpaquePointer
    private let result: ScanResult
    private var question: QuestionDialog?
    /// Says what failed.
    private let notice = OpaquePointer(gtk_label_new("")).unsafelyUnwrapped

    init(over parent: OpaquePointer, _ result: ScanResult) {
        self.result = result
        window = Dialogs.newWindow(result.heading, over: parent)
        setHeight(of: ScanSheetParts.height(of: result))
        Widgets.addClasses(["scan-sheet"], to: window)
        let copy = Widgets.button(tr("Copy"), classes: ["pill", "suggested-action"]) { [weak self] in
            self?.copy()
        }
        adw_window_set_content(UnsafeMutablePointer(window), assembled(with: copy).widget)
        gtk_window_set_focus(window.window, copy.widget)
        // GTK keeps the window until it is closed; the window keeps this.
        connect(window, "destroy") { _ in self.onClosed() }
    }

    func present() { gtk_window_present(window.window) }

    /// The room that the notice takes, in logical pixels.
    private static let noticeHeight: Int32 = 36

    private func setHeight(of height: Int32) { gtk_window_set_default_size(window.window, 420, height) }

    // MARK: Layout

    private func assembled(with copy: OpaquePointer) -> OpaquePointer {
        let bar = OpaquePointer(adw_header_bar_new())
        adw_header_bar_set_title_widget(bar, adw_window_title_new(result.heading, result.kind))
        let body = Widgets.column(spacing: 12, [])
        Widgets.setMargins(body, horizontal: 18, vertical: 18)
        for part in ScanSheetParts.parts(of: result) { gtk_box_append(body.box, part.widget) }
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller, body.widget)
        // Nothing for the keyboard: it has no name, and what is in it takes the keyboard where it has to.
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_widget_set_vexpand(scroller.widget, 1)
        gtk_label_set_wrap(notice, 1)
        Widgets.addClasses(["error"], to: notice)
        Widgets.setMargins(notice, horizontal: 18, vertical: 0)
        gtk_widget_set_margin_top(notice.widget, 12)
        gtk_widget_set_visible(notice.widget, 0)
        return Widgets.column(spacing: 0, [bar, scroller, notice, buttons(beside: copy)])
    }

    private func buttons(beside copy: OpaquePointer) -> OpaquePointer {
        var all = [copy]
        if result.address != nil {
            all.append(Widgets.button(tr("Open…"), classes: ["pill"]) { [weak self] in self?.askToOpen() })
        }
        let row = Widgets.row(spacing: 12, all)
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        Widgets.setMargins(row, horizontal: 18, vertical: 18)
        return row
    }

    // MARK: Actions

    private func copy() {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window.widget), result.original)
        Announcer.say(tr("Copied"), from: window)
        gtk_window_close(window.window)
    }

    private func askToOpen() {
        guard question == nil, let address = result.address, let host = result.host else { return }
        let text = ([tr("It leads to %s.").filling("%s", with: host)] + result.warnings)
            .joined(separator: "\n\n")
        let question = QuestionDialog(
            over: window, heading: tr("Open this link in your browser?"), text: text,
            answers: [("cancel", tr("Cancel")), ("open", tr("Open Link"))])
        self.question = question
        Task { [weak self] in
            let answer = await question.ask()
            self?.question = nil
            if answer == "open" { await self?.open(address) }
        }
    }

    private func open(_ address: String) async {
        do throws(GLibError) {
            try await PhotoOpener.launch(uri: address)
        } catch {
            Log(domain: "ui").warning("link not opened: \(error.message)", .error(error))
            // The sheet stays: the link can be copied.
            let words = tr("No program could open the link")
            gtk_label_set_text(notice, words)
            gtk_widget_set_visible(notice.widget, 1)
            setHeight(of: ScanSheetParts.height(of: result) + Self.noticeHeight)
            return Announcer.say(words, from: window)
        }
        gtk_window_close(window.window)
    }
}
