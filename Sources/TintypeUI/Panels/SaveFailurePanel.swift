internal import CGtk
internal import CShims
internal import CaptureCore
internal import GLibBridge

/// Says that a photo is not on disk yet and why, and offers two ways to get it there. Lies over the viewfinder's
/// lower edge; taking more photos stays possible.
final class SaveFailurePanel {
    let widget: ObjectRef
    var onSaveAs: () -> Void = {}
    var onTryAgain: () -> Void = {}

    private let title: OpaquePointer
    private let text: OpaquePointer

    init() {
        title = Widgets.label("", classes: ["heading"], wraps: true)
        text = Widgets.label("", wraps: true)
        gtk_label_set_max_width_chars(text, 52)
        // A path without spaces must not push the window wider.
        gtk_label_set_wrap_mode(text, PANGO_WRAP_WORD_CHAR)
        let panel = OpaquePointer(tt_alert_box_new(8))
        widget = ObjectRef(sinking: panel)
        Widgets.addClasses(["save-failure"], to: panel)
        let saveAs = Widgets.button(tr("Save As…"), classes: ["suggested-action"]) { [weak self] in
            self?.onSaveAs()
        }
        let tryAgain = Widgets.button(tr("Try Again")) { [weak self] in self?.onTryAgain() }
        let buttons = Widgets.row(spacing: 12, [saveAs, tryAgain])
        gtk_widget_set_halign(buttons.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_margin_top(buttons.widget, 4)
        for child in [title, text, buttons] { gtk_box_append(panel.box, child.widget) }
        gtk_widget_set_halign(panel.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(panel.widget, GTK_ALIGN_END)
        Widgets.setMargins(panel, horizontal: 12, vertical: 12)
        Widgets.setVisible(panel, false)
    }

    /// Shows the newest failure of so many, or nothing where there is none.
    func show(_ error: SaveError?, count: Int) {
        Widgets.setVisible(widget.raw, error != nil)
        guard let error else { return }
        let heading =
            count == 1
            ? tr("The photo couldn’t be saved")
            : trn("%d photo couldn’t be saved", "%d photos couldn’t be saved", count)
        gtk_label_set_text(title, heading)
        gtk_label_set_text(text, SaveWording.explanation(of: error))
        tt_set_accessible_label(widget.raw.untyped, heading)
        tt_set_accessible_description(widget.raw.untyped, SaveWording.explanation(of: error))
    }
}
