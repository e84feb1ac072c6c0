// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// All keys, on one page that begins with those of the camera.
///
/// GTK's own window would spread them over columns and pages in an order of its own.
enum ShortcutsWindow {
    static func show(over parent: OpaquePointer) {
        let page = Widgets.column(spacing: 18, [])
        let lists = [camera, photos, focus, zoom, dials, aids, roll, general].map { add($0, to: page) }
        let first = lists.first.flatMap { gtk_widget_get_first_child($0.widget) }
        HelpPage.present(tr("Keyboard Shortcuts"), page, first: first, over: parent)
    }

    private struct Group {
        let title: String
        /// Titles, and keys in GTK's syntax of accelerators.
        let keys: [(title: String, accelerators: String)]
    }

    /// - Returns: the rows' list.
    private static func add(_ group: Group, to page: OpaquePointer) -> OpaquePointer {
        let title = Widgets.label(group.title, classes: ["heading"])
        gtk_label_set_xalign(title, 0)
        let list = HelpPage.list(group.title)
        for key in group.keys { gtk_list_box_append(list, row(key.title, key.accelerators).widget) }
        gtk_box_append(page.box, Widgets.column(spacing: 6, [title, list]).widget)
        return list
    }

    private static func row(_ title: String, _ accelerators: String) -> OpaquePointer {
        let words = Widgets.label(title, wraps: true)
        gtk_label_set_xalign(words, 0)
        gtk_label_set_justify(words, GTK_JUSTIFY_LEFT)
        // Keys don't wrap, so in a small window there may be less room than for a long word.
        gtk_label_set_wrap_mode(words, PANGO_WRAP_WORD_CHAR)
        gtk_widget_set_hexpand(words.widget, 1)
        // Chords below each other, or they would not fit into a small window.
        let lines =
            accelerators.contains("<") ? accelerators.split(separator: " ").map(String.init) : [accelerators]
        let labels = lines.map { OpaquePointer(gtk_shortcut_label_new($0)).unsafelyUnwrapped }
        for label in labels { gtk_widget_set_halign(label.widget, GTK_ALIGN_END) }
        let keys = Widgets.column(spacing: 4, labels)
        gtk_widget_set_valign(keys.widget, GTK_ALIGN_CENTER)
        let content = Widgets.row(spacing: 12, [words, keys])
        Widgets.setMargins(content, horizontal: 12, vertical: 6)
        let row = HelpPage.row(content, title, spoken(accelerators))
        gtk_widget_set_size_request(row.widget, -1, 44)
        return row
    }

    /// The keys in words, such as “Space, Return”.
    private static func spoken(_ accelerators: String) -> String {
        accelerators.split(separator: " ").map { range in
            // Between the ends of a range.
            range.replacing("...", with: " ").split(separator: " ").map { label(String($0)) }
                .joined(separator: " … ")
        }
        .joined(separator: ", ")
    }

    private static func label(_ accelerator: String) -> String {
        var (key, modifiers): (UInt32, GdkModifierType) = (0, GdkModifierType(rawValue: 0))
        gtk_accelerator_parse(accelerator, &key, &modifiers)
        guard let text = gtk_accelerator_get_label(key, modifiers) else { return accelerator }
        defer { g_free(text) }
        return String(cString: text)
    }

    // MARK: Keys

    private static func key(_ action: WindowAction) -> String { action.accelerators.first ?? "" }

    private static var camera: Group {
        Group(
            title: trc("shortcut window", "Camera"),
            keys: [
                (trc("shortcut window", "Take photo"), "space Return"),
                (trc("shortcut window", "Take a burst while held"), "<Shift>space"),
                (trc("shortcut window", "Start or stop a video"), "r " + key(.record)),
                (trc("shortcut window", "Stop the self-timer"), "Escape"),
                (trc("shortcut window", "Switch between Auto and Pro"), key(.toggleMode)),
                (trc("shortcut window", "Use the first to ninth camera"), "<Control>1...9"),
                (trc("shortcut window", "Look for codes"), key(.scanCodes)),
                (trc("shortcut window", "Scan latest screenshot"), key(.scanScreenshot)),
            ])
    }

    private static var photos: Group {
        Group(
            title: trc("shortcut window", "Photos"),
            keys: [
                (trc("shortcut window", "Look at the photos"), key(.openPhoto)),
                (
                    trc("shortcut window", "Move the last photo to the trash, just after it was taken"),
                    key(.undoPhoto)
                ),
                (trc("shortcut window", "Save the last photo elsewhere"), key(.savePhotoAs)),
            ])
    }

    private static var roll: Group {
        Group(
            title: trc("shortcut window", "While Looking at Photos"),
            keys: [
                (trc("shortcut window", "Newer, older photo"), "Left Right"),
                (trc("shortcut window", "Newest, oldest photo"), "Home End"),
                (trc("shortcut window", "Actual size"), "1"),
                (trc("shortcut window", "Four times as large"), "4"),
                (trc("shortcut window", "Larger, smaller"), "plus minus"),
                (trc("shortcut window", "Whole photo"), "0"),
                (trc("shortcut window", "All photos"), "g"),
                (trc("shortcut window", "Details"), "i"),
                (trc("shortcut window", "Turn right, turn left"), "<Control>r <Control><Shift>r"),
                (trc("shortcut window", "Play or pause a video"), "space"),
                (trc("shortcut window", "Five seconds back or forward"), "<Shift>Left <Shift>Right"),
                (trc("shortcut window", "Mute a video"), "m"),
                (trc("shortcut window", "Copy"), "<Control>c"),
                (trc("shortcut window", "Save elsewhere"), "<Control>s"),
                (trc("shortcut window", "Move to the trash"), "Delete"),
                (trc("shortcut window", "Bring back from the trash"), "<Control>z"),
                (trc("shortcut window", "Back to the camera"), "Escape"),
            ])
    }

    private static var focus: Group {
        Group(
            title: trc("shortcut window", "Focus and Exposure"),
            keys: [
                (trc("shortcut window", "Focus in the middle"), "f"),
                (trc("shortcut window", "Move the point to focus on"), "Left Right Up Down"),
                (trc("shortcut window", "Lock focus and exposure"), "l"),
                (trc("shortcut window", "Lighter, darker"), "plus minus"),
                (trc("shortcut window", "Back to automatic focus"), "Escape"),
            ])
    }

    private static var zoom: Group {
        Group(
            title: trc("shortcut window", "Zoom"),
            keys: [
                (trc("shortcut window", "Zoom in"), "z " + key(.zoomIn)),
                (trc("shortcut window", "Zoom out"), "<Shift>z " + key(.zoomOut)),
                (trc("shortcut window", "Show all"), key(.zoomReset)),
            ])
    }

    private static var dials: Group {
        Group(
            title: trc("shortcut window", "Dials in Pro"),
            keys: [
                (trc("shortcut window", "Turn"), "Left Right"),
                (trc("shortcut window", "Turn in large steps"), "Page_Up Page_Down"),
                (trc("shortcut window", "Lowest, highest"), "Home End"),
                (trc("shortcut window", "Unfold the ruler"), "Return"),
                (trc("shortcut window", "Fold the ruler"), "Escape"),
                (trc("shortcut window", "Type a value"), "0...9"),
                (trc("shortcut window", "Back to automatic"), "Delete"),
            ])
    }

    private static var aids: Group {
        Group(
            title: trc("shortcut window", "Viewing Aids"),
            keys: [
                (trc("shortcut window", "Focus peaking"), "p"),
                (trc("shortcut window", "Zebra"), "e"),
                (trc("shortcut window", "Focus loupe"), "o"),
                (trc("shortcut window", "Histogram"), "h"),
                (trc("shortcut window", "Grid"), "g"),
                (trc("shortcut window", "Level"), "v"),
            ])
    }

    private static var general: Group {
        Group(
            title: trc("shortcut window", "General"),
            keys: [
                (trc("shortcut window", "Help"), key(.help)),
                (trc("shortcut window", "Main menu"), "F10"),
                (trc("shortcut window", "Fullscreen"), key(.fullscreen)),
                (trc("shortcut window", "Preferences"), key(.preferences)),
                (trc("shortcut window", "Keyboard shortcuts"), key(.shortcuts)),
                (trc("shortcut window", "Quit"), "<Control>q"),
            ])
    }
}
