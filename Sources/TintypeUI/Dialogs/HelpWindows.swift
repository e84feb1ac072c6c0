// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// The window "About Tintype".
enum AboutWindow {
    static func show(over parent: OpaquePointer, version: String) {
        let about = OpaquePointer(tt_about_new())
        Dialogs.letQuit(from: about)
        for (property, words) in [
            ("application-name", "Tintype"),
            ("application-icon", TintypeApplication.id),
            ("version", version),
            ("developer-name", tr("The Tintype developers")),
            ("comments", tr("Take photos as good as your camera allows.")),
            ("website", "https://github.com/tintype/tintype"),
            ("issue-url", "https://github.com/tintype/tintype/issues"),
        ] {
            tt_set_string(about.untyped, property, words)
        }
        tt_set_int(about.untyped, "license-type", Int32(GTK_LICENSE_GPL_3_0.rawValue))
        // Translators: your name, and those of others who translated; one a line.
        let credits = tr("translator-credits")
        if credits != "translator-credits" { tt_set_string(about.untyped, "translator-credits", credits) }
        tt_dialog_present(about.widget, parent.widget)
    }
}

/// A page of lines to read, in a window of its own. Each line takes the keyboard focus, so that the arrow keys lead through
/// the page and a screen reader reads it.
///
///     let list = HelpPage.list(title)
///     gtk_list_box_append(list, HelpPage.row(content, heading, text).widget)
///     HelpPage.present(title, list, first: row, over: parent)
enum HelpPage {
    /// A new list of lines; its name is for a screen reader.
    static func list(_ name: String) -> OpaquePointer {
        let list = OpaquePointer(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list, GTK_SELECTION_NONE)
        tt_set_accessible_label(list.untyped, name)
        Widgets.addClasses(["boxed-list"], to: list)
        return list
    }

    /// A new line of a list; a screen reader reads its name and description.
    static func row(_ content: OpaquePointer, _ name: String, _ description: String) -> OpaquePointer {
        let row = OpaquePointer(gtk_list_box_row_new())
        gtk_list_box_row_set_activatable(UnsafeMutablePointer(row), 0)
        gtk_list_box_row_set_child(UnsafeMutablePointer(row), content.widget)
        tt_set_accessible_label(row.untyped, name)
        tt_set_accessible_description(row.untyped, description)
        return row
    }

    /// - Parameters:
    ///   - content: lists.
    ///   - first: the line that has the keyboard focus at first.
    static func present(
        _ title: String, _ content: OpaquePointer, first: UnsafeMutablePointer<GtkWidget>?,
        over parent: OpaquePointer
    ) {
        let window = Dialogs.newWindow(title, over: parent)
        gtk_window_set_default_size(window.window, 520, 620)
        Widgets.addClasses(["help"], to: window)
        gtk_widget_set_valign(content.widget, GTK_ALIGN_START)
        Widgets.setMargins(content, horizontal: 18, vertical: 18)
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller, content.widget)
        tt_set_accessible_label(scroller.untyped, title)
        gtk_widget_set_vexpand(scroller.widget, 1)
        let page = Widgets.column(spacing: 0, [OpaquePointer(adw_header_bar_new()), scroller])
        adw_window_set_content(UnsafeMutablePointer(window), page.widget)
        gtk_window_set_focus(window.window, first)
        gtk_window_present(window.window)
    }
}

/// What a person needs to know to begin, without a network: a few short sections.
enum HelpWindow {
    static func show(over parent: OpaquePointer) {
        let list = HelpPage.list(tr("Help"))
        for (heading, text) in sections { gtk_list_box_append(list, row(heading, text).widget) }
        HelpPage.present(tr("Help"), list, first: gtk_widget_get_first_child(list.widget), over: parent)
    }

    private static func row(_ heading: String, _ text: String) -> OpaquePointer {
        let title = Widgets.label(heading, classes: ["heading"])
        let words = Widgets.label(text)
        for label in [title, words] {
            gtk_label_set_wrap(label, 1)
            gtk_label_set_xalign(label, 0)
        }
        let content = Widgets.column(spacing: 6, [title, words])
        Widgets.setMargins(content, horizontal: 12, vertical: 12)
        return HelpPage.row(content, heading, text)
    }

    private static var sections: [(heading: String, text: String)] {
        [
            (
                tr("Taking Photos"),
                tr(
                    "Press the round button, Space or Return. The photo is the picture that you saw when you pressed. Hold the button for a burst. The clock beside it is the self-timer."
                )
            ),
            (
                trc("help", "Focusing"),
                tr(
                    "Click what should be sharp: Tintype focuses there and sets the brightness for it. Drag the sun beside the mark to make the picture brighter or darker. Escape goes back to automatic. With a camera that can’t focus, a click sets the brightness only."
                )
            ),
            (
                tr("Videos"),
                tr(
                    "Choose Video beside the shutter, or press R. Sound and speed are over the picture: a time-lapse, or slow motion where the camera is fast enough. While a video is recorded you can pause it, zoom, and take photos."
                )
            ),
            (
                tr("Pro"),
                tr(
                    "Pro shows what your camera lets you set, at the lower edge of the picture. Click a value to change it; an orange A means that the camera decides. Viewing Aids help you focus and expose, Presets keep your settings under a name, and More has everything else."
                )
            ),
            (
                tr("Your Photos"),
                tr(
                    "Photos are in Pictures/Camera, unless you chose another folder. The small picture beside the shutter opens them; so does Photos in the main menu. In Preferences you choose between HEIC, which is half the size, and JPEG, which opens everywhere. A photo that can’t be saved is kept until it can."
                )
            ),
            (
                tr("Codes"),
                tr(
                    "Scan Codes in the header bar reads QR codes and barcodes in the picture and shows what they say. Nothing is opened before you agree."
                )
            ),
            (
                tr("Privacy"),
                tr(
                    "The camera is on only while you can see its picture, or while a video is recorded. The microphone listens only while Video is chosen. Tintype has no network access and collects nothing. What it may use is your decision, in Preferences under Privacy."
                )
            ),
            (
                tr("When Something Is Wrong"),
                tr(
                    "“Something wrong?” in the main menu finds out what it is and says what helps. You can copy what it found and send it to someone: it names neither you nor your photos. In a terminal, tintype --doctor does the same, and man tintype explains all commands."
                )
            ),
        ]
    }
}
