// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Dispatch
internal import Platform

/// The window's keys: Space and Return, which take a photo, then those of focus, zoom and assistants.
///
/// Space and Return belong to a button only if the keyboard focused it: a button that was clicked has the focus too,
/// but after a click the keys are the picture's. A text field, a list or an open menu keeps them.
final class KeyController {
    /// Whether something over the picture has keys of its own.
    var isCovered: () -> Bool = { false }

    private static let shutterKeys = Set([GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter].map(UInt32.init))

    private let shooting: ShootingController
    private let recording: RecordingController
    private let focus: FocusController
    private let zoom: ZoomControl
    private let pro: ProController
    private let session: SessionModel
    /// Owned by the window, which owns this.
    private let window: OpaquePointer
    private let viewfinder: OpaquePointer
    private let shutter: OpaquePointer
    /// The keys that are down and have taken a photo or begun a video, by their codes, which Shift does not change: the
    /// keyboard repeats a key that is held.
    private var down: [UInt32: UInt32] = [:]
    private var isPointerDown = false
    /// Whether a click moved the focus to its present place.
    private var isFocusedByPointer = false
    /// Whether the focus is in a menu, or in a dialog within the window.
    private var isAway = false
    /// Whether the focus has left a menu or dialog and is not yet on the picture.
    private var isReturning = false

    /// - Parameters:
    ///   - viewfinder, shutter: the widgets on which arrows move the point of interest. The former gets the focus back
    ///     from a closed menu.
    init(
        window: OpaquePointer, viewfinder: OpaquePointer, shutter: OpaquePointer, _ session: SessionModel,
        _ shooting: ShootingController, _ recording: RecordingController, _ focus: FocusController,
        _ zoom: ZoomControl, _ pro: ProController
    ) {
        (self.window, self.viewfinder, self.shutter, self.session) = (window, viewfinder, shutter, session)
        (self.shooting, self.recording) = (shooting, recording)
        (self.focus, self.zoom, self.pro) = (focus, zoom, pro)
        followFocus()
        addKeys()
    }

    /// Moves the focus to the picture, if there is one, so that the next Space takes a photo.
    func returnToPicture() {
        if session.isStreaming { gtk_widget_grab_focus(viewfinder.widget) }
    }

    private func addKeys() {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { [weak self] call in
            call.answer(
                self?.pressed(Keys.pressed(call), code: call.uint(1), modifiers: call.flags(2)) ?? false)
        }
        gtk_widget_add_controller(window.widget, keys)
        let early = gtk_event_controller_key_new().unsafelyUnwrapped
        // GTK reports a release to the controller that got the press, and a press that one uses reaches no other.
        for controller in [keys, early] {
            connect(controller, "key-released") { [weak self] call in self?.released(code: call.uint(1)) }
        }
        // Before a button is pressed, and before GTK uses arrows to move the focus.
        gtk_event_controller_set_propagation_phase(early, GTK_PHASE_CAPTURE)
        // A menu that has closed keeps the focus until the next picture is drawn, and with it the keys: without this they
        // would reach controllers of the menu only.
        gtk_event_controller_set_propagation_limit(early, GTK_LIMIT_NONE)
        connect(early, "key-pressed") { [weak self] call in
            call.answer(
                self?.pressedEarly(Keys.pressed(call), code: call.uint(1), modifiers: call.flags(2)) ?? false)
        }
        gtk_widget_add_controller(window.widget, early)
        for change in ["notify::is-active", "notify::visible-dialog"] {
            connect(window, change) { [weak self] _ in self?.keyboardLeft() }
        }
    }

    /// A question takes the keyboard while a key is down, and its release with it: another window, or with newer libadwaita
    /// a dialog within this one.
    private func keyboardLeft() {
        guard gtk_window_is_active(window.window) == 0 || Dialogs.cover(window) else { return }
        for code in Array(down.keys) { released(code: code) }
    }

    /// - Returns: whether the key was used.
    private func pressedEarly(_ key: UInt32, code: UInt32, modifiers: UInt32) -> Bool {
        guard session.isStreaming || session.isStarting, !isCovered(), !Dialogs.cover(window) else {
            return false
        }
        let focused = gtk_window_get_focus(window.window)
        // While a video is recorded, Space on the shutter takes a photo, and Return ends the video.
        let isPhoto =
            !recording.run.beginsOnPress && focused == shutter.widget
            && Int32(bitPattern: key) == GDK_KEY_space
        let isFree = isFocusedByPointer || isReturning || Self.isClosed(focused)
        if Self.shoots(key, modifiers), isPhoto || isFree, !Self.needsKeys(focused) {
            shutterPressed(key, code, modifiers)
            return true
        }
        isFocusedByPointer = isFocusedByPointer && !Self.navigates(key)
        guard focused == viewfinder.widget || focused == shutter.widget else { return false }
        return session.isStreaming && focus.arrowPressed(key, modifiers: modifiers)
    }

    /// - Returns: whether the key was used.
    private func pressed(_ key: UInt32, code: UInt32, modifiers: UInt32) -> Bool {
        guard !isCovered(), !Dialogs.cover(window) else { return false }
        if key == UInt32(GDK_KEY_Escape) {
            return shooting.cancelTimer() || recording.run.cancelTimer() || pro.dials?.fold() == true
                || focus.cancel()
        }
        if focus.keyPressed(key, modifiers: modifiers) { return true }
        guard !Self.isChord(modifiers) else { return false }
        switch Int32(bitPattern: key) {
        case _ where Self.shutterKeys.contains(key): shutterPressed(key, code, modifiers)
        case GDK_KEY_r, GDK_KEY_R:
            if down.updateValue(key, forKey: code) == nil { recording.recordPressed() }
        // Caps Lock makes a capital, too.
        case GDK_KEY_z, GDK_KEY_Z:
            modifiers & GDK_SHIFT_MASK.rawValue == 0 ? zoom.stepIn() : zoom.stepOut()
        default: return pro.assistants.keyPressed(key)
        }
        return true
    }

    private func shutterPressed(_ key: UInt32, _ code: UInt32, _ modifiers: UInt32) {
        guard down.updateValue(key, forKey: code) == nil else { return }
        // During a recording, this takes photos.
        if recording.isVideo, recording.run.beginsOnPress { return recording.run.press() }
        if modifiers & GDK_SHIFT_MASK.rawValue != 0 { shooting.startBurst() } else { shooting.press() }
    }

    private func released(code: UInt32) {
        if let key = down.removeValue(forKey: code), Self.shutterKeys.contains(key) { shooting.endBurst() }
    }

    private static func shoots(_ key: UInt32, _ modifiers: UInt32) -> Bool {
        shutterKeys.contains(key) && !isChord(modifiers)
    }

    private static func isChord(_ modifiers: UInt32) -> Bool {
        modifiers & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0
    }

    /// Whether the key moves or shows the focus.
    private static func navigates(_ key: UInt32) -> Bool {
        [
            GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down,
            GDK_KEY_Home, GDK_KEY_End, GDK_KEY_KP_Left, GDK_KEY_KP_Right, GDK_KEY_KP_Up, GDK_KEY_KP_Down,
        ].contains(Int32(bitPattern: key))
    }

    // MARK: Where the keyboard is

    private func followFocus() {
        let pointer = gtk_event_controller_legacy_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(pointer, GTK_PHASE_CAPTURE)
        connect(pointer, "event") { [weak self] call in
            self?.noteEvent(gtk_event_controller_get_current_event(pointer))
            call.answer(false)
        }
        gtk_widget_add_controller(window.widget, pointer)
        connect(window, "notify::focus-widget") { [weak self] _ in self?.focusMoved() }
    }

    private func noteEvent(_ event: OpaquePointer?) {
        switch event.map(gdk_event_get_event_type) {
        case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: (isPointerDown, isFocusedByPointer) = (true, true)
        case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: isPointerDown = false
        default: break
        }
    }

    private func focusMoved() {
        let focused = gtk_window_get_focus(window.window)
        let wasAway = isAway
        isAway = Self.isIn(gtk_popover_get_type(), focused) || Self.isInDialog(focused)
        isFocusedByPointer = isPointerDown
        guard wasAway, !isAway, !Self.needsKeys(focused) else { return }
        // GTK is still moving the focus: to the menu's button, where Space would open the menu again, or from a dialog that
        // was answered at once to the first button of the window.
        isReturning = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self?.isReturning = false
                guard let self, !self.isAway, !self.isCovered() else { return }
                self.returnToPicture()
            }
        }
    }

    /// Whether the focus is still in a menu that has closed: GTK moves it after the next picture is drawn.
    private static func isClosed(_ focused: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        focused.map { gtk_widget_get_mapped($0) == 0 } ?? false
    }

    /// Whether Space and Return have another meaning there. Dialogs inside the window are not below its content.
    private static func needsKeys(_ focused: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        guard !isClosed(focused) else { return false }
        return [
            gtk_editable_get_type(), gtk_text_view_get_type(), gtk_list_box_get_type(),
            gtk_popover_get_type(),
        ]
        .contains { isIn($0, focused) }
    }

    /// Older libadwaita has no such dialogs.
    private static func isInDialog(_ widget: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        let type = g_type_from_name("AdwDialog")
        return type != 0 && isIn(type, widget)
    }

    private static func isIn(_ type: GType, _ widget: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        widget.map { gtk_widget_get_ancestor($0, type) != nil } ?? false
    }
}
