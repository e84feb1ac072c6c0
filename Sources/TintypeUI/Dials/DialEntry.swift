// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Platform

/// A small field over a dial to type a value into, as in "1/60" or "5200".
final class DialEntry {
    /// Called with the typed text when Return was pressed.
    var onText: (String) -> Void = { _ in }
    private let popover: ObjectRef

    /// Opens with the first character typed.
    init(over ruler: OpaquePointer, text: String) {
        let field = OpaquePointer(gtk_entry_new())
        tt_set_accessible_label(field.untyped, tr("Value"))
        let made = OpaquePointer(gtk_popover_new())
        popover = ObjectRef(sinking: made)
        gtk_popover_set_child(UnsafeMutablePointer(made), field.widget)
        gtk_popover_set_position(UnsafeMutablePointer(made), GTK_POS_TOP)
        gtk_widget_set_parent(made.widget, ruler.widget)
        gtk_editable_set_text(field, text)
        connect(field, "activate") { [weak self] _ in
            if let words = gtk_editable_get_text(field) { self?.onText(String(cString: words)) }
            gtk_popover_popdown(UnsafeMutablePointer(made))
        }
        // GTK requires unparenting a popover that is no longer used. The arrow keys go on from the typed value.
        connect(made, "closed") { _ in
            gtk_widget_unparent(made.widget)
            gtk_widget_grab_focus(ruler.widget)
        }
        connect(ruler, "destroy") { [weak self] _ in
            if let self, gtk_widget_get_parent(self.popover.raw.widget) != nil {
                gtk_widget_unparent(self.popover.raw.widget)
            }
        }
        gtk_popover_popup(UnsafeMutablePointer(made))
        gtk_widget_grab_focus(field.widget)
        gtk_editable_set_position(field, -1)
    }
}
