// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The card that says, once, that no program of this desktop opens the HEIC photos that Tintype has begun to save. Lies
/// over the viewfinder's lower edge, takes no keyboard focus, and stays until it is answered.
final class HEICHint {
    let widget: ObjectRef
    /// The person has answered: the keyboard goes back to the picture.
    var onAnswered: () -> Void = {}

    private let preferences: Preferences
    /// Whether the desktop's programs are known; in a sandbox they are not.
    private let seesDesktop: Bool
    private var search: Task<Void, Never>?
    private var isOpen = false
    private var isCovered = false

    init(_ preferences: Preferences, seesDesktop: Bool) {
        (self.preferences, self.seesDesktop) = (preferences, seesDesktop)
        let title = Widgets.label(SaveWording.heicHint.heading, classes: ["heading"], wraps: true)
        let text = Widgets.label(SaveWording.heicHint.text, wraps: true)
        gtk_label_set_max_width_chars(text, 44)
        // Side by side if there is room, else below each other.
        let buttons = OpaquePointer(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(buttons, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(buttons, 2)
        gtk_flow_box_set_column_spacing(buttons, 12)
        gtk_flow_box_set_row_spacing(buttons, 8)
        let card = Widgets.column(spacing: 8, classes: ["save-failure"], [title, text, buttons])
        widget = ObjectRef(sinking: card)
        gtk_widget_set_halign(card.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(card.widget, GTK_ALIGN_END)
        Widgets.setMargins(card, horizontal: SaveFailurePanel.margin, vertical: SaveFailurePanel.margin)
        Widgets.setVisible(card, false)
        let answers: [(String, PhotoFormat)] = [
            (SaveWording.heicHint.useJPEG, .jpeg), (SaveWording.heicHint.keepHEIC, .heic),
        ]
        for (title, format) in answers {
            let button = Widgets.button(title) { [weak self] in self?.answer(format) }
            gtk_flow_box_append(buttons, button.widget)
            // The box's own cells take no focus.
            if let cell = gtk_widget_get_parent(button.widget) { gtk_widget_set_focusable(cell, 0) }
        }
    }

    isolated deinit { search?.cancel() }

    /// A photo is on disk: at the first HEIC one, looks for a program that opens it.
    func saved(_ photo: SavedPhoto) {
        guard photo.format == .heic, seesDesktop, search == nil, !preferences.hasDecidedAboutHEIC else {
            return
        }
        search = Task { [weak self] in
            let isOpened = await Blocking.run { DesktopPrograms.open(anyOf: DesktopPrograms.heic) }
            guard !Task.isCancelled, !isOpened else { return }
            self?.open()
        }
    }

    /// Hides it below the card about photos that could not be saved, which has the same place.
    func setCovered(_ isCovered: Bool) {
        self.isCovered = isCovered
        refresh()
    }

    private func open() {
        guard !preferences.hasDecidedAboutHEIC else { return }
        preferences.noteHEICHint()
        isOpen = true
        refresh()
        Announcer.say(SaveWording.heicHint.heading + ". " + SaveWording.heicHint.text, from: widget.raw)
    }

    private func answer(_ format: PhotoFormat) {
        // HEIC is the default already.
        if format != .heic { preferences.photoFormat = format }
        isOpen = false
        refresh()
        onAnswered()
    }

    private func refresh() { Widgets.setVisible(widget.raw, isOpen && !isCovered) }
}
