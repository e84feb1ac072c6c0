internal import CGtk
internal import GLibBridge

/// The white flash over the viewfinder that says a photo was taken.
///
/// Takes no input. Where the desktop asks for reduced motion, libadwaita ends the animation before it is seen.
final class FlashOverlay {
    let widget: ObjectRef
    private let animation: ObjectRef

    init() {
        let sheet = OpaquePointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        widget = ObjectRef(sinking: sheet)
        Widgets.addClasses(["flash"], to: sheet)
        gtk_widget_set_can_target(sheet.widget, 0)
        gtk_widget_set_opacity(sheet.widget, 0)
        Widgets.setVisible(sheet, false)
        let target = adw_property_animation_target_new(UnsafeMutablePointer(sheet), "opacity")
        let flash = adw_timed_animation_new(sheet.widget, 0.85, 0, 220, target)
        // The constructor gives no reference away (transfer none).
        animation = ObjectRef(sinking: OpaquePointer(flash.unsafelyUnwrapped))
        connect(animation.raw, "done") { [weak self] _ in
            if let self { Widgets.setVisible(self.widget.raw, false) }
        }
    }

    func flash() {
        Widgets.setVisible(widget.raw, true)
        adw_animation_play(UnsafeMutablePointer(animation.raw))
    }
}
