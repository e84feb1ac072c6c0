// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The keyboard while the roll is open: its keys precede the window's, except in an open menu or dialog. Ends with this.
final class RollKeys {
    private let window: OpaquePointer
    private let page: RollPage
    private let controller: ObjectRef

    /// - Parameter window: has the roll's actions.
    init(window: OpaquePointer, _ page: RollPage) {
        (self.window, self.page) = (window, page)
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        g_object_ref(keys.untyped)
        controller = ObjectRef(adopting: keys)
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        connect(keys, "key-pressed") { [weak self] call in
            let focus = gtk_window_get_focus(window.window)
            let isInMenu = focus.map { gtk_widget_get_ancestor($0, gtk_popover_get_type()) != nil } ?? false
            guard let self, !isInMenu, !Dialogs.cover(window) else { return call.answer(false) }
            call.answer(self.pressed(Int32(bitPattern: Keys.pressed(call)), call.flags(2)))
        }
        gtk_widget_add_controller(window.widget, keys)
    }

    isolated deinit {
        // A closed window has removed it already.
        guard let widget = gtk_event_controller_get_widget(controller.raw) else { return }
        gtk_widget_remove_controller(widget, controller.raw)
    }

    /// - Returns: whether the key is the roll's.
    private func pressed(_ key: Int32, _ modifiers: UInt32) -> Bool {
        // Letters without Shift and Caps Lock.
        let key = Int32(bitPattern: gdk_keyval_to_lower(UInt32(bitPattern: key)))
        if modifiers & GDK_CONTROL_MASK.rawValue != 0 {
            return pressedWithControl(key, modifiers & GDK_SHIFT_MASK.rawValue != 0)
        }
        guard modifiers & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0 else { return false }
        switch key {
        case GDK_KEY_Escape: activate(.rollClose)
        case GDK_KEY_g: page.isGrid.toggle()
        case GDK_KEY_Delete, GDK_KEY_KP_Delete: activate(.rollTrash)
        // The details lie over one photo.
        case GDK_KEY_i: if !page.isGrid { activate(.rollDetails) }
        default: return !page.isGrid && !isOnControl(key) && pressedOnPhoto(key, modifiers)
        }
        return true
    }

    /// Whether a key belongs to the button or slider that has the keyboard.
    private func isOnControl(_ key: Int32) -> Bool {
        guard let focus = gtk_window_get_focus(window.window) else { return false }
        let widget = OpaquePointer(focus)
        if Widgets.isOf(gtk_range_get_type(), widget) { return true }
        return key == GDK_KEY_space && widget != page.canvas.widget.raw
    }

    private func pressedOnPhoto(_ key: Int32, _ modifiers: UInt32) -> Bool {
        let canvas = page.canvas
        if page.playback.isShown, modifiers & GDK_SHIFT_MASK.rawValue != 0 {
            switch key {
            case GDK_KEY_Left, GDK_KEY_KP_Left: page.playback.seek(by: .zero - RollPlayback.step)
            case GDK_KEY_Right, GDK_KEY_KP_Right: page.playback.seek(by: RollPlayback.step)
            default: return false
            }
            return true
        }
        switch key {
        case GDK_KEY_space: activate(.rollPlay)
        case GDK_KEY_m: page.playback.toggleMute()
        case GDK_KEY_Left, GDK_KEY_KP_Left: if !canvas.pan(byX: 60, y: 0) { canvas.onStep(-1) }
        case GDK_KEY_Right, GDK_KEY_KP_Right: if !canvas.pan(byX: -60, y: 0) { canvas.onStep(1) }
        case GDK_KEY_Up, GDK_KEY_KP_Up: return canvas.pan(byX: 0, y: 60)
        case GDK_KEY_Down, GDK_KEY_KP_Down: return canvas.pan(byX: 0, y: -60)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, GDK_KEY_BackSpace: canvas.onStep(-1)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: canvas.onStep(1)
        case GDK_KEY_Home, GDK_KEY_KP_Home: page.onChoose(0)
        case GDK_KEY_End, GDK_KEY_KP_End: page.onChoose(page.count - 1)
        case GDK_KEY_1, GDK_KEY_KP_1: canvas.zoom(to: 1)
        case GDK_KEY_4, GDK_KEY_KP_4: canvas.zoom(to: PhotoPlacement.largestScale)
        case GDK_KEY_0, GDK_KEY_KP_0: canvas.zoomToFit()
        case GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal: canvas.zoom(by: 1.5)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: canvas.zoom(by: 1 / 1.5)
        default: return false
        }
        return true
    }

    private func pressedWithControl(_ key: Int32, _ isShift: Bool) -> Bool {
        switch key {
        case GDK_KEY_p: activate(.rollLeave)
        case GDK_KEY_z: activate(.restorePhoto)
        case GDK_KEY_c: activate(.rollCopy)
        case GDK_KEY_s: activate(.rollSaveAs)
        case GDK_KEY_r: activate(isShift ? .rollTurnLeft : .rollTurnRight)
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: page.canvas.zoom(by: 1.5)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: page.canvas.zoom(by: 1 / 1.5)
        case GDK_KEY_0, GDK_KEY_KP_0: page.canvas.zoomToFit()
        // Blocks the viewfinder's other keys; the program's own stay.
        case GDK_KEY_m, GDK_KEY_b, GDK_KEY_1...GDK_KEY_9: break
        default: return false
        }
        return true
    }

    private func activate(_ action: WindowAction) { Actions.activate(window, action) }
}
