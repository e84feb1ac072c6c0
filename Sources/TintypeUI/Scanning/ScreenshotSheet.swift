// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// The scan sheet where there is no code to show: why, and the buttons that help.
///
///     let sheet = ScreenshotSheet(over: window, notice) { way in … }
///     sheet.present()
///
/// The window keeps this until it is closed.
final class ScreenshotSheet {
    /// In logical pixels, where the parent is that wide.
    private static let width: Int32 = 420

    /// GTK's edge around a window, which is a part of it where the desktop has no transparency.
    private static let edge: Int32 = 12

    private let window: OpaquePointer

    /// - Parameter onWay: called once, when the sheet is closed, with the way that was chosen.
    init(
        over parent: OpaquePointer, _ notice: ScreenshotNotice,
        onWay: @escaping @MainActor (ScreenshotNotice.Way) -> Void
    ) {
        window = Dialogs.newWindow(tr("Latest Screenshot"), over: parent)
        Widgets.addClasses(["scan-sheet"], to: window)
        tt_set_accessible_description(window.untyped, notice.heading + ". " + notice.text)
        let heading = Widgets.label(notice.heading, classes: ["title-2"], wraps: true)
        let text = Widgets.label(notice.text, wraps: true)
        for label in [heading, text] { gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR) }
        let state = notice.level.map(Self.state)
        let buttons = notice.ways.enumerated().map { index, way in
            Widgets.button(way.title, classes: ["pill", index == 0 ? "suggested-action" : "edged"]) {
                [window] in
                gtk_window_close(window.window)
                onWay(way)
            }
        }
        buttons.forEach(Widgets.wrapLabel)
        let column = Widgets.column(spacing: 12, buttons)
        gtk_widget_set_halign(column.widget, GTK_ALIGN_CENTER)
        let body = Widgets.column(spacing: 12, [heading, state, text].compactMap(\.self))
        gtk_widget_set_valign(body.widget, GTK_ALIGN_CENTER)
        Widgets.setMargins(body, horizontal: 18, vertical: 18)
        let scroller = OpaquePointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller, body.widget)
        // Nothing for the keyboard: it has no name, and the sheet is described by its words.
        gtk_widget_set_focusable(scroller.widget, 0)
        gtk_widget_set_vexpand(scroller.widget, 1)
        Widgets.setMargins(column, horizontal: 18, vertical: 18)
        let bar = OpaquePointer(adw_header_bar_new())
        adw_window_set_content(
            UnsafeMutablePointer(window), Widgets.column(spacing: 0, [bar, scroller, column]).widget)
        // A scrolled window's own height does not know how its words wrap.
        let room = gtk_widget_get_width(parent.widget)
        let width = room > 0 ? min(Self.width, room) : Self.width
        let height = [bar, body, column].reduce(2 * Self.edge) {
            $0 + Self.naturalHeight(of: $1, in: width - 2 * Self.edge)
        }
        gtk_window_set_default_size(window.window, width, height)
        if let first = buttons.first { gtk_window_set_focus(window.window, first.widget) }
    }

    func present() { gtk_window_present(window.window) }

    /// With its margins.
    private static func naturalHeight(of widget: OpaquePointer, in width: Int32) -> Int32 {
        var height: Int32 = 0
        gtk_widget_measure(widget.widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        return height
    }

    /// The permission's state in colour and word.
    private static func state(_ level: AccessStatus.Level) -> OpaquePointer {
        let sign: OpaquePointer
        if level == .restricted {
            sign = OpaquePointer(gtk_image_new_from_icon_name("changes-prevent-symbolic"))
            Widgets.addClasses(["access-lock"], to: sign)
        } else {
            sign = OpaquePointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            Widgets.addClasses(["status-dot", level.dotClass], to: sign)
        }
        gtk_widget_set_valign(sign.widget, GTK_ALIGN_CENTER)
        let row = Widgets.row(spacing: 8, [sign, Widgets.label(level.title, classes: ["access-words"])])
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        return row
    }
}
