// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// The parts of the result sheet, from top to bottom.
enum ScanSheetParts {
    static func parts(of result: ScanResult) -> [OpaquePointer] {
        [result.host.map(host)].compactMap { $0 } + result.warnings.map(warning)
            + result.fields.map(field) + [text(result.text)]
    }

    /// The sheet's approximate height in pixels: GTK asks for the height of words before they wrap. The rest scrolls.
    static func height(of result: ScanResult) -> Int32 {
        let parts = (result.host == nil ? 0 : 48) + 64 * result.warnings.count + 54 * result.fields.count
        return min(640, 192 + Int32(min(640, parts)) + height(ofText: result.text))
    }

    /// The same for the full text, with an estimate of bytes a line.
    private static func height(ofText text: String) -> Int32 {
        let lines = text.utf8.count / 45 + text.count(where: \.isNewline) + 1
        return Int32(min(160, 20 + 20 * lines))
    }

    /// The host alone, large: the part of a link that shows where it leads.
    private static func host(_ host: String) -> OpaquePointer {
        let label = Widgets.label(host, classes: ["title-2"], wraps: true)
        gtk_label_set_wrap_mode(label, PANGO_WRAP_CHAR)
        gtk_label_set_selectable(label, 1)
        gtk_widget_set_can_focus(label.widget, 0)
        // A host reads from left to right whatever its letters are.
        gtk_widget_set_direction(label.widget, GTK_TEXT_DIR_LTR)
        return label
    }

    private static func warning(_ words: String) -> OpaquePointer {
        let icon = OpaquePointer(gtk_image_new_from_icon_name("dialog-warning-symbolic"))
        gtk_widget_set_valign(icon.widget, GTK_ALIGN_START)
        tt_set_accessible_label(icon.untyped, tr("Warning"))
        let label = leftAligned(Widgets.label(words, wraps: true))
        gtk_widget_set_hexpand(label.widget, 1)
        return Widgets.row(spacing: 8, classes: ["scan-warning"], [icon, label])
    }

    private static func field(_ field: ScanResult.Field) -> OpaquePointer {
        let name = leftAligned(Widgets.label(field.name, classes: ["caption", "access-words"], wraps: true))
        let value = leftAligned(Widgets.label(field.value, wraps: true))
        gtk_label_set_selectable(value, 1)
        gtk_widget_set_can_focus(value.widget, 0)
        tt_set_accessible_description(value.untyped, field.name)
        return Widgets.column(spacing: 2, [name, value])
    }

    /// The whole content; long ones scroll.
    private static func text(_ text: String) -> OpaquePointer {
        let view = OpaquePointer(gtk_text_view_new())
        let textView = UnsafeMutablePointer<GtkTextView>(view)
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(textView), text, -1)
        gtk_text_view_set_editable(textView, 0)
        gtk_text_view_set_cursor_visible(textView, 0)
        gtk_text_view_set_accepts_tab(textView, 0)
        gtk_text_view_set_wrap_mode(textView, GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_left_margin(textView, 10)
        gtk_text_view_set_right_margin(textView, 10)
        gtk_text_view_set_top_margin(textView, 8)
        gtk_text_view_set_bottom_margin(textView, 8)
        Widgets.name(view, tr("Full Text"))
        gtk_widget_set_has_tooltip(view.widget, 0)
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller, view.widget)
        // The text itself takes the keyboard, and scrolls with it.
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, 160)
        gtk_scrolled_window_set_min_content_height(scroller, height(ofText: text))
        Widgets.addClasses(["card", "scan-text"], to: scroller)
        // Clips the text at the card's round corners.
        gtk_widget_set_overflow(scroller.widget, GTK_OVERFLOW_HIDDEN)
        return scroller
    }

    private static func leftAligned(_ label: OpaquePointer) -> OpaquePointer {
        gtk_label_set_xalign(label, 0)
        gtk_label_set_justify(label, GTK_JUSTIFY_LEFT)
        gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        return label
    }
}
