// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform
internal import TintypeUI

/// Shows one state of the window after the other.
final class Stage {
    struct Failure: Error { let reason: String }

    /// How long a state may take.
    private static let limit: Duration = .seconds(20)

    private let schemas: [String]
    private let view: FakeView
    private let size: PixelSize?
    private let application: TintypeApplication
    private let raw: OpaquePointer
    private var setShown: (String) -> Void = { _ in }

    /// - Parameters:
    ///   - schemas: where the compiled settings schema may be, besides the system's places.
    ///   - size: of the window, in logical pixels; nil for the program's own.
    init(schemas: [String], view: FakeView, size: PixelSize?) {
        (self.schemas, self.view, self.size) = (schemas, view, size)
        application = TintypeApplication(environment: Self.cast(schemas, view, size).environment)
        // Made by the application, the first one of this process.
        raw = OpaquePointer(g_application_get_default().unsafelyUnwrapped)
    }

    /// Runs until the program is ended from outside.
    func run() -> Int32 {
        let app = UnsafeMutablePointer<GApplication>(raw)
        guard g_application_register(app, nil, nil) != 0 else { return 1 }
        // Between two states there is no window.
        g_application_hold(app)
        addAction()
        return application.run([CommandLine.arguments[0]])
    }

    private func addAction() {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = g_simple_action_new_stateful("show-state", type, g_variant_new_string(""))
            .unsafelyUnwrapped
        setShown = { g_simple_action_set_state(action, g_variant_new_string($0)) }
        connect(action, "activate") { [weak self] call in
            if let name = call.variantString(0) { self?.show(name) }
        }
        g_action_map_add_action(raw, action)
    }

    private static func cast(_ schemas: [String], _ view: FakeView, _ size: PixelSize?) -> Cast {
        let settings = Settings.forgetful(schema: TintypeApplication.id, directories: schemas)
        if let size {
            settings?.set("window-width", size.width)
            settings?.set("window-height", size.height)
        }
        return Cast(settings, view)
    }

    private func show(_ name: String) {
        setShown("")
        Task {
            do {
                guard let state = WindowState.all.first(where: { $0.name == name }) else {
                    throw Failure(reason: "there is no such state")
                }
                try await show(state)
                setShown(name)
            } catch {
                setShown("failed: \(error)")
            }
        }
    }

    private func show(_ state: WindowState) async throws {
        let cast = Self.cast(schemas, view, size)
        state.arrange(cast)
        try await closeMenus()
        closeDialogs()
        application.restart(over: cast.environment)
        try await drawn()
        for step in state.steps { try await step(self, cast) }
        try await drawn()
    }

    /// A menu has all keys of the display. GTK would not give them back if it went with its window, and none would get to the
    /// next one.
    private func closeMenus() async throws {
        func open() -> [OpaquePointer] {
            all.filter {
                isOf(gtk_popover_get_type(), $0) && gtk_widget_get_mapped(UnsafeMutablePointer($0)) != 0
            }
        }
        for menu in open() { gtk_popover_popdown(UnsafeMutablePointer(menu)) }
        try await until("the menus are closed") { open().isEmpty }
    }

    /// Windows over the main one: it goes without them.
    private func closeDialogs() {
        let main = window
        for toplevel in toplevels where toplevel != main && isOf(gtk_window_get_type(), toplevel) {
            gtk_window_destroy(UnsafeMutablePointer(toplevel))
        }
    }

    // MARK: Steps

    /// The main window.
    private var window: OpaquePointer? {
        gtk_application_get_windows(UnsafeMutablePointer(raw))?.lastElement.flatMap { OpaquePointer($0) }
    }

    /// Waits until the window has been drawn as it is now.
    func drawn() async throws {
        try await until("the window is on the screen") {
            self.window.map { gtk_widget_get_mapped(UnsafeMutablePointer($0)) != 0 } ?? false
        }
        for _ in 0..<2 {
            guard let window, let clock = gtk_widget_get_frame_clock(UnsafeMutablePointer(window)) else {
                throw Failure(reason: "no window")
            }
            let count = gdk_frame_clock_get_frame_counter(clock)
            gtk_widget_queue_draw(UnsafeMutablePointer(window))
            try await until("the window is drawn") {
                gdk_frame_clock_get_frame_counter(clock) > count || self.window != window
            }
        }
    }

    /// Calls an action of the window, or "app." and the application's.
    func activate(_ name: String, _ target: String? = nil) async throws {
        guard let window else { throw Failure(reason: "no window for \(name)") }
        let owner = name.hasPrefix("app.") ? raw : window
        g_action_group_activate_action(
            owner, name.hasPrefix("app.") ? String(name.dropFirst(4)) : name,
            target.map { g_variant_new_string($0) })
        try await drawn()
    }

    /// Presses a button with these words or this name, or opens its menu, once it can be pressed.
    func press(_ name: String) async throws {
        try await until("“\(name)” can be pressed") { self.find { self.isPressable($0, name) } != nil }
        guard let button = find({ isPressable($0, name) }) else { return }
        if isOf(gtk_menu_button_get_type(), button) {
            gtk_menu_button_popup(button)
        } else if isOf(gtk_toggle_button_get_type(), button) {
            gtk_toggle_button_set_active(UnsafeMutablePointer(button), 1)
        } else {
            emit("clicked", gtk_button_get_type(), button)
        }
    }

    private func isPressable(_ widget: OpaquePointer, _ name: String) -> Bool {
        guard gtk_widget_is_sensitive(UnsafeMutablePointer(widget)) != 0,
            gtk_widget_get_mapped(UnsafeMutablePointer(widget)) != 0
        else { return false }
        if isOf(gtk_menu_button_get_type(), widget) {
            let label = gtk_menu_button_get_label(widget).map { String(cString: $0) }
            let child = gtk_menu_button_get_child(widget).map { OpaquePointer($0) }
            let words = child.flatMap { isOf(gtk_label_get_type(), $0) ? gtk_label_get_text($0) : nil }
            return self.name(of: widget) == name || label == name || words.map { String(cString: $0) } == name
        }
        guard isOf(gtk_button_get_type(), widget) else { return false }
        let label = gtk_button_get_label(UnsafeMutablePointer(widget)).map { String(cString: $0) }
        return self.name(of: widget) == name || label == name
    }

    /// The name that TintypeUI keeps with a widget, as GTK gives none back.
    private func name(of widget: OpaquePointer) -> String? {
        g_object_get_data(UnsafeMutablePointer(widget), "tintype-name")
            .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    private func emit(_ signal: String, _ type: GType, _ object: OpaquePointer) {
        var instance = GValue()
        g_value_init(&instance, type)
        g_value_set_object(&instance, UnsafeMutableRawPointer(object))
        g_signal_emitv(&instance, g_signal_lookup(signal, type), 0, nil)
        g_value_unset(&instance)
    }

    /// Unfolds the part with this title, once it is there.
    func unfold(_ title: String) async throws {
        func part() -> OpaquePointer? {
            find {
                isOf(gtk_expander_get_type(), $0)
                    && gtk_expander_get_label($0).map { String(cString: $0) } == title
            }
        }
        try await until("“\(title)” can be unfolded") { part() != nil }
        part().map { gtk_expander_set_expanded($0, 1) }
    }

    /// Turns the open preferences to the page on privacy.
    func turnToPrivacy() async throws {
        func title(_ page: OpaquePointer) -> String? {
            adw_preferences_page_get_title(UnsafeMutablePointer(page)).map { String(cString: $0) }
        }
        try await until("the preferences are open") {
            self.find { self.isOf(adw_preferences_page_get_type(), $0) } != nil
        }
        let page = find { isOf(adw_preferences_page_get_type(), $0) && title($0) == tr("Privacy") }
        guard let page else { throw Failure(reason: "no page on privacy") }
        // A dialog within the window where libadwaita has these.
        let owner = ["AdwPreferencesDialog", "AdwPreferencesWindow"].lazy.compactMap { (name: String) in
            let type = g_type_from_name(name)
            return type == 0 ? nil : gtk_widget_get_ancestor(UnsafeMutablePointer(page), type)
        }.first
        guard let owner else { throw Failure(reason: "no preferences") }
        tt_preferences_turn_to(owner, UnsafeMutablePointer(page))
    }

    /// Gives the dial of this place the keyboard.
    func takeUpDial(_ place: Int) async throws {
        func dials() -> [OpaquePointer] {
            all.filter {
                gtk_accessible_get_accessible_role($0) == GTK_ACCESSIBLE_ROLE_SLIDER
                    && gtk_widget_get_mapped(UnsafeMutablePointer($0)) != 0
            }
        }
        try await until("there are dials") { dials().count > place }
        gtk_widget_grab_focus(UnsafeMutablePointer(dials()[place]))
    }

    func until(_ what: String, _ condition: @escaping () -> Bool) async throws {
        let start = ContinuousClock.now
        while !condition() {
            guard ContinuousClock.now - start < Self.limit else { throw Failure(reason: what) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    // MARK: Widgets

    private var toplevels: [OpaquePointer] {
        let list = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(list)).compactMap { index in
            guard let item = g_list_model_get_item(list, index) else { return nil }
            // The list holds it.
            g_object_unref(item)
            return OpaquePointer(item)
        }
    }

    /// All widgets, parents first.
    private var all: [OpaquePointer] {
        var found: [OpaquePointer] = []
        func visit(_ widget: OpaquePointer) {
            found.append(widget)
            var child = gtk_widget_get_first_child(UnsafeMutablePointer(widget))
            while let next = child {
                visit(OpaquePointer(next))
                child = gtk_widget_get_next_sibling(next)
            }
        }
        toplevels.forEach(visit)
        return found
    }

    private func find(_ fits: (OpaquePointer) -> Bool) -> OpaquePointer? { all.last(where: fits) }

    private func isOf(_ type: GType, _ object: OpaquePointer) -> Bool {
        g_type_check_instance_is_a(UnsafeMutablePointer(object), type) != 0
    }
}

extension UnsafeMutablePointer<GList> {
    fileprivate var lastElement: UnsafeMutableRawPointer? { g_list_last(self).pointee.data }
}
