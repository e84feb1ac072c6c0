// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The button "Speed" at the picture's upper edge in Video mode: time-lapse, and slow motion where the camera is fast
/// enough for it.
final class PaceMenu {
    enum Choice: Hashable {
        case normal
        case timeLapse(Duration)
        case slowMotion

        /// The target of the menu's action.
        fileprivate var word: String {
            switch self {
            case .normal: "normal"
            case .slowMotion: "slow"
            case .timeLapse(let interval): String(interval / .milliseconds(1))
            }
        }
    }

    /// A GtkMenuButton.
    let widget: ObjectRef
    var onChange: () -> Void = {}
    private(set) var choice = Choice.normal

    private let menu: ObjectRef
    private let label = Widgets.label("", classes: ["numeric"])
    private var setCurrent: (String) -> Void = { _ in }
    private var isSlowOffered = false

    /// - Parameter actions: the window, which gets the action `videoPace`.
    init(actions: OpaquePointer) {
        let button = OpaquePointer(gtk_menu_button_new())
        widget = ObjectRef(sinking: button)
        menu = Menus.model()
        gtk_menu_button_set_child(button, label.widget)
        Widgets.addClasses(["flat", "sound-button", "pace-button"], to: button)
        Menus.set(menu.raw, of: button)
        // Out of the window it has no entries: they lose their action there, and GTK 4.8 complains about those that find
        // it again.
        connect(button, "unrealize") { _ in gtk_menu_button_set_popover(button, nil) }
        setCurrent = Actions.addChoice(to: actions, .videoPace) { [weak self] in self?.chosen($0) }
        fill()
        show()
    }

    /// Whether the camera has a mode for slow motion.
    func offerSlowMotion(_ isOffered: Bool) {
        guard isOffered != isSlowOffered else { return }
        isSlowOffered = isOffered
        fill()
        if !isOffered, choice == .slowMotion { choose(.normal) }
    }

    /// Off during a recording, which keeps its speed.
    var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget.raw.widget) != 0 }
        set { gtk_widget_set_sensitive(widget.raw.widget, newValue ? 1 : 0) }
    }

    private var speeds: [Choice] { isSlowOffered ? [.normal, .slowMotion] : [.normal] }

    private var timeLapses: [Choice] { RecordingPace.intervals.map { .timeLapse($0) } }

    private func fill() {
        func entries(_ choices: [Choice]) -> [MenuEntry] {
            choices.map { .item(Self.name($0), .videoPace, target: $0.word) }
        }
        // Translators: a video of one picture every few seconds.
        let title = tr("Time-Lapse: One Picture Every")
        Menus.fill(menu.raw, [.section(nil, entries(speeds)), .section(title, entries(timeLapses))])
    }

    private static func name(_ choice: Choice) -> String {
        switch choice {
        case .normal: return tr("Normal Speed")
        case .slowMotion: return tr("Slow Motion")
        case .timeLapse(let interval):
            if interval < .seconds(1) { return tr("Half a Second") }
            let seconds = Int(interval.components.seconds)
            return seconds < 60
                ? trn("%d Second", "%d Seconds", seconds) : trn("%d Minute", "%d Minutes", seconds / 60)
        }
    }

    private func chosen(_ word: String) {
        if let choice = (speeds + timeLapses).first(where: { $0.word == word }) { choose(choice) }
    }

    private func choose(_ choice: Choice) {
        self.choice = choice
        show()
        onChange()
    }

    private func show() {
        setCurrent(choice.word)
        let words =
            switch choice {
            // Not “1×”, which would look like the zoom's.
            case .normal, .slowMotion: Self.name(choice)
            case .timeLapse(let interval) where interval < .seconds(60):
                tr("%s s").filling(
                    "%s", with: DecimalText.short(tenths: Int64((interval / .milliseconds(100)).rounded())))
            case .timeLapse(let interval):
                // Translators: minutes.
                tr("%s min").filling("%s", with: String(interval.components.seconds / 60))
            }
        gtk_label_set_text(label, words)
        // Translators: of a video: time-lapse, normal, slow motion.
        Widgets.name(widget.raw, tr("Speed"), choice: choice == .normal ? nil : Self.name(choice))
        Widgets.setClass("on", of: widget.raw, choice != .normal)
    }
}
