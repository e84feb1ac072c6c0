// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// The menu of the last photo, on a right click, a long press or the Menu key; and dragging it out.
final class ThumbnailMenu {
    private let button: OpaquePointer
    private let menu: ObjectRef
    /// nil until the menu is opened for the first time.
    private var popover: ObjectRef?
    private let drag: OpaquePointer

    /// - Parameter button: the "Last Photo" button. The menu calls the window's actions.
    init(on button: OpaquePointer) {
        self.button = button
        menu = Menus.model([
            .item(tr("_Open"), .openPhoto), .item(tr("_Show in Files"), .showInFiles),
            .item(tr("Save _As…"), .savePhotoAs),
            // Only for bursts.
            .item(tr("Keep the _Best"), .keepBest, hiddenWhen: "action-disabled"),
            .item(tr("_Keep All"), .keepAll, hiddenWhen: "action-disabled"),
            .item(tr("Move to _Trash"), .trashPhoto),
        ])
        drag = gtk_drag_source_new().unsafelyUnwrapped
        gtk_widget_add_controller(button.widget, drag)
        addClicks()
    }

    /// Sets the file to drag.
    func setFile(_ path: String?) { FileDrag.set(path, of: drag) }

    private func open() {
        if popover == nil { popover = make() }
        // GTK moves the focus out of a closed menu one picture later; a menu opened again by then would close.
        gtk_widget_grab_focus(button.widget)
        if let raw = popover?.raw { gtk_popover_popup(UnsafeMutablePointer(raw)) }
    }

    private func make() -> ObjectRef {
        let popover = ObjectRef(
            sinking: OpaquePointer(gtk_popover_menu_new_from_model(UnsafeMutablePointer(menu.raw))))
        gtk_widget_set_parent(popover.raw.widget, button.widget)
        // GTK requires unparenting a popover before its parent goes.
        let orphan = popover.raw
        connect(button, "destroy") { _ in gtk_widget_unparent(orphan.widget) }
        gtk_popover_set_position(UnsafeMutablePointer(popover.raw), GTK_POS_TOP)
        return popover
    }

    private func addClicks() {
        let secondary = gtk_gesture_click_new().unsafelyUnwrapped
        gtk_gesture_single_set_button(secondary, UInt32(GDK_BUTTON_SECONDARY))
        // Once the button is up: releasing it would activate the item that opens under the pointer.
        connect(secondary, "released") { [weak self] _ in self?.open() }
        gtk_widget_add_controller(button.widget, secondary)
        let long = gtk_gesture_long_press_new().unsafelyUnwrapped
        // A mouse that rests before it drags means no menu.
        gtk_gesture_single_set_touch_only(long, 1)
        connect(long, "pressed") { [weak self] _ in
            // The finger's release is no click.
            gtk_gesture_set_state(long, GTK_EVENT_SEQUENCE_CLAIMED)
            self?.open()
        }
        gtk_widget_add_controller(button.widget, long)
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { [weak self] call in
            let isMenuKey = call.uint(0) == UInt32(GDK_KEY_Menu)
            let isShiftF10 =
                call.uint(0) == UInt32(GDK_KEY_F10) && call.flags(2) & GDK_SHIFT_MASK.rawValue != 0
            if isMenuKey || isShiftF10 { self?.open() }
            call.answer(isMenuKey || isShiftF10)
        }
        gtk_widget_add_controller(button.widget, keys)
    }
}
