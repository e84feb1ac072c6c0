// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The sign of a limited library, with the name of its folder: shows where photos go and how to change that. Visible only
/// while it applies, until the person dismisses it for that folder; the preferences show the same.
final class LimitedLibraryButton {
    let widget: ObjectRef
    var onChooseFolder: () -> Void = {}
    var onAllowAll: () -> Void = {}

    private let preferences: Preferences
    /// Where photos go; nil unless the library is limited.
    private var folder: String?
    private let popover: OpaquePointer
    private let text: OpaquePointer

    init(_ preferences: Preferences) {
        self.preferences = preferences
        let button = OpaquePointer(gtk_menu_button_new())
        widget = ObjectRef(sinking: button)
        gtk_menu_button_set_has_frame(button, 0)
        Widgets.addClasses(["limited-library"], to: button)
        gtk_widget_set_halign(button.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_START)
        text = Widgets.label("", wraps: true)
        gtk_label_set_max_width_chars(text, 32)
        gtk_label_set_wrap_mode(text, PANGO_WRAP_WORD_CHAR)
        popover = OpaquePointer(gtk_popover_new())
        gtk_menu_button_set_popover(button, popover.widget)
        Widgets.setVisible(button, false)
        addPanel()
    }

    /// Shows where photos go; nothing unless the library is limited.
    func show(_ access: LibraryAccess) {
        folder = if case .limited(let folder) = access { folder } else { nil }
        if let folder {
            gtk_menu_button_set_label(widget.raw, FolderName.name(of: folder))
            Widgets.describe(widget.raw, tr("Photos are saved to %s.").filling("%s", with: folder))
            gtk_label_set_text(text, tr("Photos are saved to %s.").filling("%s", with: folder))
        }
        Widgets.setVisible(widget.raw, folder != nil && folder != preferences.dismissedLibraryFolder)
    }

    private func dismiss() {
        close()
        preferences.dismissedLibraryFolder = folder
        Widgets.setVisible(widget.raw, false)
    }

    private func addPanel() {
        let choose = Widgets.button(tr("Choose Another Folder…")) { [weak self] in
            self?.close()
            self?.onChooseFolder()
        }
        let allow = Widgets.button(tr("Allow Full Library")) { [weak self] in
            self?.close()
            self?.onAllowAll()
        }
        let hide = Widgets.button(tr("Hide This Sign"), classes: ["flat"]) { [weak self] in self?.dismiss() }
        let elsewhere = tr("You can still change the folder in Preferences, under Privacy.")
        gtk_widget_set_tooltip_text(hide.widget, elsewhere)
        tt_set_accessible_description(hide.untyped, elsewhere)
        let panel = Widgets.column(spacing: 12, [text, choose, allow, hide])
        Widgets.setMargins(panel, horizontal: 12, vertical: 12)
        gtk_popover_set_child(UnsafeMutablePointer(popover), panel.widget)
    }

    private func close() { gtk_popover_popdown(UnsafeMutablePointer(popover)) }
}
