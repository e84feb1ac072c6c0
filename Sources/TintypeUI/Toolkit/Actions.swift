// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// Named actions of a window or an application, which menus and accelerators call.
enum Actions {
    /// Adds an action without parameter.
    static func add(
        to window: OpaquePointer, _ action: WindowAction, _ body: @escaping @MainActor () -> Void
    ) {
        add(to: window, action.rawValue, body)
    }

    /// The same to a window or an application.
    static func add(to map: OpaquePointer, _ name: String, _ body: @escaping @MainActor () -> Void) {
        let action = g_simple_action_new(name, nil).unsafelyUnwrapped
        connect(action, "activate") { _ in body() }
        install(action, in: map)
    }

    /// Adds an action with a string parameter.
    static func addCommand(
        to map: OpaquePointer, _ name: String, _ body: @escaping @MainActor (String) -> Void
    ) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = g_simple_action_new(name, type).unsafelyUnwrapped
        connect(action, "activate") { call in
            if let word = call.variantString(0) { body(word) }
        }
        install(action, in: map)
    }

    /// Adds an action that chooses one of several strings; menus show the present one.
    ///
    /// - Returns: sets the present one.
    static func addChoice(
        to window: OpaquePointer, _ action: WindowAction, _ body: @escaping @MainActor (String) -> Void
    ) -> @MainActor (String) -> Void {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = g_simple_action_new_stateful(action.rawValue, type, g_variant_new_string(""))
            .unsafelyUnwrapped
        connect(action, "activate") { call in
            if let choice = call.variantString(0) { body(choice) }
        }
        install(action, in: window)
        return { choice in g_simple_action_set_state(action, g_variant_new_string(choice)) }
    }

    /// Adds an action that is on or off; menus show it with a check mark.
    ///
    /// - Returns: sets whether it is on.
    static func addToggle(
        to window: OpaquePointer, _ action: WindowAction, isOn: Bool,
        _ body: @escaping @MainActor (Bool) -> Void
    ) -> @MainActor (Bool) -> Void {
        let state = g_variant_new_boolean(isOn ? 1 : 0)
        let action = g_simple_action_new_stateful(action.rawValue, nil, state).unsafelyUnwrapped
        connect(action, "activate") { _ in
            guard let state = g_action_get_state(action) else { return }
            let isOn = g_variant_get_boolean(state) == 0
            g_variant_unref(state)
            g_simple_action_set_state(action, g_variant_new_boolean(isOn ? 1 : 0))
            body(isOn)
        }
        install(action, in: window)
        return { isOn in g_simple_action_set_state(action, g_variant_new_boolean(isOn ? 1 : 0)) }
    }

    /// Whether an action without parameter can be called: menus and buttons for it are grey otherwise.
    static func setEnabled(_ window: OpaquePointer, _ action: WindowAction, _ isEnabled: Bool) {
        guard let action = g_action_map_lookup_action(window, action.rawValue) else { return }
        g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }

    /// Calls an action of a window.
    static func activate(_ window: OpaquePointer, _ action: WindowAction) {
        g_action_group_activate_action(window, action.rawValue, nil)
    }

    /// Binds keys to an action, as in `bind(app, "app.quit", ["<Control>q"])`.
    static func bind(_ application: OpaquePointer, _ action: String, _ accelerators: [String]) {
        var names: [UnsafePointer<CChar>?] = accelerators.map { UnsafePointer(g_strdup($0)) }
        names.append(nil)
        gtk_application_set_accels_for_action(application.application, action, names)
        for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
    }

    private static func install(_ action: OpaquePointer, in map: OpaquePointer) {
        g_action_map_add_action(map, action)
        g_object_unref(action.untyped)
    }
}
