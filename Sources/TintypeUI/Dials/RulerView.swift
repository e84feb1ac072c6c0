// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The one large ruler across the picture, which the chosen chip unfolds: dragging or the wheel turns the chip, and an A
/// at its end gives it back to the camera.
///
/// Only for the pointer and the eye: the keyboard and a screen reader have the chip.
final class RulerView: DrawnView {
    let widget: ObjectRef
    /// The value in large letters above the ruler, while it is turned.
    let bubble = PictureLabel(
        classes: ["ruler-bubble", "numeric"], at: GTK_ALIGN_CENTER, GTK_ALIGN_END)

    private let ruler: OpaquePointer
    private let automatic = OpaquePointer(gtk_button_new())
    private var chip: DialChip?
    private var input: DialInput?
    private var bubbleTimer: MainTimer?

    init() {
        let drawn = Drawing.area(GTK_ACCESSIBLE_ROLE_PRESENTATION)
        ruler = drawn.widget
        gtk_widget_set_hexpand(ruler.widget, 1)
        // Translators: short for “automatic”, one letter, as on cameras.
        gtk_button_set_label(automatic.button, tr("A"))
        Widgets.addClasses(["circular", "automatic-button"], to: automatic)
        Widgets.name(automatic, tr("Back to Automatic"))
        gtk_widget_set_valign(automatic.widget, GTK_ALIGN_CENTER)
        let row = Widgets.row(spacing: 4, classes: ["ruler"], [ruler, automatic])
        gtk_widget_set_hexpand(row.widget, 1)
        let layer = Widgets.stillRow(spacing: 0, classes: ["ruler-layer"], [row])
        gtk_widget_set_valign(layer.widget, GTK_ALIGN_END)
        Widgets.setVisible(layer, false)
        widget = ObjectRef(sinking: layer)
        tt_set_accessible_hidden(bubble.widget.raw.untyped, 1)
        drawn.drawing.view = self
        connect(automatic, "clicked") { [weak self] _ in self?.chip?.setAutomatic() }
    }

    /// Shows a chip's ruler; nil folds it.
    func show(_ chip: DialChip?) {
        input?.detach()
        if self.chip == nil, chip != nil { Widgets.playAgain(widget.raw) }
        self.chip = chip
        input = chip.map { DialInput(on: ruler, chip: $0, spacing: RulerDrawing.spacing($0.scale)) }
        Widgets.setVisible(widget.raw, chip != nil)
        bubble.isShown = false
        refresh()
    }

    /// The chip shows something else.
    func refresh() {
        gtk_widget_queue_draw(ruler.widget)
        guard let chip else { return }
        gtk_label_set_text(bubble.widget.raw, chip.text)
        Widgets.setClass("on", of: automatic, chip.isAutomatic)
    }

    /// The chip is being turned.
    func showBubble() {
        guard chip != nil else { return }
        bubble.isShown = true
        bubbleTimer = .once(after: 1200) { [weak self] in self?.bubble.isShown = false }
    }

    func draw(into snapshot: OpaquePointer, width: Int, height: Int) {
        guard let chip else { return }
        let drawing = RulerDrawing(
            scale: chip.scale, position: chip.scale.position(of: chip.current),
            words: { DialWording.mark($0, chip.dial) })
        Drawing.image(into: snapshot, of: ruler, width: width, height: height) {
            drawing.draw($0, width: Double(width), height: Double(height)) {
                gtk_widget_create_pango_layout(ruler.widget, $0)
            }
        }
    }
}
