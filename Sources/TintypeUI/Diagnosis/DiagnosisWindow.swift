// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Diagnosis
internal import Platform

/// Runs a diagnosis, shows its progress and then its findings, the worst first.
///
///     let window = DiagnosisWindow(over: parent, diagnosis)
///     window.onClosed = { … }
///     window.present()
///
/// Closing it ends the diagnosis.
final class DiagnosisWindow {
    /// Called when the window is gone.
    var onClosed: () -> Void = {}
    /// Called with the remedy that the person chose, once this is closed.
    var onRemedy: (FindingRemedy) -> Void = { _ in }

    private let window: OpaquePointer
    private let diagnosis: any Diagnosing
    private let toasts = Toasts()
    private let stack = OpaquePointer(gtk_stack_new())
    private let step = Widgets.label("", wraps: true)
    private let bar = OpaquePointer(gtk_progress_bar_new())
    private let list = OpaquePointer(gtk_scrolled_window_new())
    private var copy = OpaquePointer(gtk_button_new())
    private var again = OpaquePointer(gtk_button_new())
    private var report: DiagnosisReport?
    private var search: Task<Void, Never>?

    private enum Page {
        static let search = "search"
        static let report = "report"
    }

    init(over parent: OpaquePointer, _ diagnosis: any Diagnosing) {
        self.diagnosis = diagnosis
        window = Dialogs.newWindow(tr("What Is Wrong?"), over: parent)
        gtk_window_set_default_size(window.window, 520, 620)
        Widgets.addClasses(["diagnosis"], to: window)
        copy = Widgets.button(tr("Copy Report"), classes: ["pill", "suggested-action"]) { [weak self] in
            self?.copyReport()
        }
        again = Widgets.button(tr("Check Again"), classes: ["pill"]) { [weak self] in self?.start() }
        assemble()
        // GTK keeps the window until it is closed; the window keeps this.
        connect(window, "destroy") { _ in self.closed() }
    }

    func present() {
        // The first step is announced, which takes a window that is there.
        setReady(false)
        gtk_window_present(window.window)
        start()
    }

    // MARK: Searching

    private func start() {
        show(.desktop)
        setReady(false)
        search = Task { [weak self, diagnosis] in
            let report = await diagnosis.diagnose { self?.show($0) }
            if !Task.isCancelled { self?.show(report) }
        }
    }

    private func show(_ step: DiagnosisStep) {
        gtk_label_set_text(self.step, step.words)
        gtk_progress_bar_set_fraction(bar, step.fraction)
        tt_set_accessible_label(bar.untyped, step.words)
        Announcer.say(step.words, from: window)
    }

    private func show(_ report: DiagnosisReport) {
        self.report = report
        let findings = DiagnosisList.make(report, details: tr("Details")) { [weak self] in self?.remedy($0) }
        gtk_scrolled_window_set_child(list, findings.widget)
        Widgets.setClass("suggested-action", of: copy, DiagnosisList.mended(report) == nil)
        setReady(true)
        gtk_window_set_focus(window.window, copy.widget)
        Announcer.say(DiagnosisWording.conclusion(report), from: window)
    }

    private func setReady(_ isReady: Bool) {
        gtk_stack_set_visible_child_name(stack, isReady ? Page.report : Page.search)
        for button in [copy, again] { gtk_widget_set_sensitive(button.widget, isReady ? 1 : 0) }
    }

    private func closed() {
        search?.cancel()
        onClosed()
    }

    /// Closes first: the picture, a question or another window follows.
    private func remedy(_ remedy: FindingRemedy) {
        let onRemedy = onRemedy
        gtk_window_destroy(window.window)
        onRemedy(remedy)
    }

    private func copyReport() {
        guard let report else { return }
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window.widget), DiagnosisWording.text(report))
        toasts.show(tr("Copied"))
    }

    // MARK: Layout

    private func assemble() {
        gtk_widget_set_size_request(bar.widget, 240, -1)
        let searching = Widgets.column(spacing: 18, [step, bar])
        Widgets.center(searching)
        Widgets.setMargins(searching, horizontal: 24, vertical: 24)
        gtk_scrolled_window_set_policy(list, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        tt_set_accessible_label(list.untyped, tr("Findings"))
        gtk_stack_add_named(stack, searching.widget, Page.search)
        gtk_stack_add_named(stack, list.widget, Page.report)
        gtk_widget_set_vexpand(stack.widget, 1)
        adw_toast_overlay_set_child(toasts.widget.raw, stack.widget)
        let header = OpaquePointer(adw_header_bar_new())
        let page = Widgets.column(spacing: 0, [header, toasts.widget.raw, buttons()])
        adw_window_set_content(UnsafeMutablePointer(window), page.widget)
    }

    /// Side by side if there is room, else below each other.
    private func buttons() -> OpaquePointer {
        let box = OpaquePointer(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(box, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(box, 2)
        gtk_flow_box_set_column_spacing(box, 12)
        gtk_flow_box_set_row_spacing(box, 12)
        Widgets.setMargins(box, horizontal: 12, vertical: 18)
        for button in [copy, again] {
            gtk_flow_box_append(box, button.widget)
            // The box's own cells take no focus.
            if let cell = gtk_widget_get_parent(button.widget) { gtk_widget_set_focusable(cell, 0) }
        }
        return box
    }
}

extension DiagnosisStep {
    fileprivate var words: String {
        switch self {
        case .desktop: tr("Looking at the desktop and the devices…")
        case .camera(let camera, _, _): tr("Trying out %s…").filling("%s", with: camera.name)
        case .photos: tr("Looking at where photos go…")
        }
    }

    /// Nearly all of the time goes to the cameras.
    fileprivate var fraction: Double {
        switch self {
        case .desktop: 0.05
        case .camera(_, let index, let count): 0.1 + 0.8 * (Double(index) + 0.3) / Double(max(1, count))
        case .photos: 0.95
        }
    }
}

extension FindingRemedy {
    /// The words on the button.
    var title: String {
        switch self {
        case .allowCamera: tr("Allow Camera…")
        case .openPreferences, .openDesktopSettings: tr("Open Settings")
        case .tryAgain: tr("Try Again")
        case .chooseFolder: tr("Choose Another Folder…")
        case .useJPEG: tr("Use JPEG")
        }
    }
}

/// The button on every failure panel that finds out more.
enum FindOutButton {
    static func make(_ action: @escaping @MainActor () -> Void) -> OpaquePointer {
        let button = Widgets.button(tr("Something wrong?"), classes: ["flat", "find-out"], action)
        gtk_widget_set_halign(button.widget, GTK_ALIGN_CENTER)
        return button
    }
}
