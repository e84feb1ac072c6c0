// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims

/// The application's GSettings, on whichever backend the desktop uses (dconf, keyfile, memory).
///
/// Reading never blocks on a bus: the backends answer from memory. Main actor, as GSettings' signals are.
@MainActor
public final class Settings {
    private let object: ObjectRef
    /// The names of the schema's keys.
    private let keys: [String]

    /// - Parameters:
    ///   - id: the schema's id.
    ///   - directories: more places to look for compiled schemas, tried after the system's.
    ///   - key: a key that the schema must have, for schemas of other programs.
    /// - Returns: nil if the schema is not installed; GSettings itself would abort.
    public convenience init?(schema id: String, directories: [String], needs key: String? = nil) {
        self.init(schema: id, directories: directories, needs: key, backend: nil)
    }

    /// Settings that begin with the defaults and are not stored, for tests.
    public static func forgetful(schema id: String, directories: [String]) -> Settings? {
        let backend = ObjectRef(adopting: OpaquePointer(tt_memory_settings_new()))
        return Settings(schema: id, directories: directories, needs: nil, backend: backend.raw)
    }

    private init?(schema id: String, directories: [String], needs key: String?, backend: OpaquePointer?) {
        guard let schema = Self.find(id, in: directories) else { return nil }
        defer { g_settings_schema_unref(schema) }
        if let key, g_settings_schema_has_key(schema, key) == 0 { return nil }
        guard let settings = g_settings_new_full(schema, backend, nil) else { return nil }
        object = ObjectRef(adopting: OpaquePointer(settings))
        let names = g_settings_schema_list_keys(schema)
        defer { g_strfreev(names) }
        keys = Self.texts(names)
    }

    private static func texts(_ list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let list else { return [] }
        return Array(
            sequence(state: 0) { (index: inout Int) -> String? in
                defer { index += 1 }
                return list[index].map { String(cString: $0) }
            })
    }

    /// Every key gets its default again, but those that an administrator has locked.
    public func resetAll() { for key in keys where !isLocked(key) { g_settings_reset(settings, key) } }

    private static func find(_ id: String, in directories: [String]) -> OpaquePointer? {
        let system = g_settings_schema_source_get_default()
        if let system, let schema = g_settings_schema_source_lookup(system, id, 1) { return schema }
        for directory in directories {
            guard let source = g_settings_schema_source_new_from_directory(directory, system, 0, nil) else {
                continue
            }
            defer { g_settings_schema_source_unref(source) }
            if let schema = g_settings_schema_source_lookup(source, id, 1) { return schema }
        }
        return nil
    }

    private var settings: UnsafeMutablePointer<GSettings> { UnsafeMutablePointer(object.raw) }

    /// The value of a key that the schema has with this type: GSettings ends the program over any other.
    public func string(_ key: String) -> String {
        guard let value = g_settings_get_string(settings, key) else { return "" }
        defer { g_free(value) }
        return String(cString: value)
    }

    /// As `string`, for a list.
    public func strings(_ key: String) -> [String] {
        guard let values = g_settings_get_strv(settings, key) else { return [] }
        defer { g_strfreev(values) }
        return Self.texts(values)
    }

    /// As `string`, for a number.
    public func int(_ key: String) -> Int { Int(g_settings_get_int(settings, key)) }
    /// As `string`, for yes or no.
    public func boolean(_ key: String) -> Bool { g_settings_get_boolean(settings, key) != 0 }

    /// Whether the person, or a program, has set it to something, if only to the default.
    public func isSet(_ key: String) -> Bool {
        guard let value = g_settings_get_user_value(settings, key) else { return false }
        g_variant_unref(value)
        return true
    }

    /// - Returns: whether it is stored; false if an administrator locked the key.
    @discardableResult public func set(_ key: String, _ value: String) -> Bool {
        store(g_variant_new_string(value), as: key)
    }
    @discardableResult public func set(_ key: String, _ value: Int) -> Bool {
        store(g_variant_new_int32(gint(truncatingIfNeeded: value)), as: key)
    }
    @discardableResult public func set(_ key: String, _ value: Bool) -> Bool {
        store(g_variant_new_boolean(value ? 1 : 0), as: key)
    }

    @discardableResult public func set(_ key: String, _ values: [String]) -> Bool {
        var texts: [UnsafePointer<CChar>?] = values.map { UnsafePointer(g_strdup($0)) }
        defer { for text in texts { g_free(UnsafeMutableRawPointer(mutating: text)) } }
        return store(g_variant_new_strv(&texts, texts.count), as: key)
    }

    /// Writes only changes: some backends write a file and wait for the disk.
    ///
    /// - Parameter value: floating; taken.
    private func store(_ value: OpaquePointer?, as key: String) -> Bool {
        let value = g_variant_ref_sink(value)
        defer { g_variant_unref(value) }
        let present = g_settings_get_value(settings, key)
        defer { g_variant_unref(present) }
        return g_variant_equal(UnsafeRawPointer(present), UnsafeRawPointer(value)) != 0
            || g_settings_set_value(settings, key, value) != 0
    }

    /// Calls `body` after every change of the key, from any program, as long as the connection is kept.
    public func onChange(of key: String, _ body: @escaping @MainActor () -> Void) -> SignalConnection {
        SignalConnection(object.raw, "changed::" + key) { _ in body() }
    }

    /// Whether an administrator keeps everybody from changing the key.
    public func isLocked(_ key: String) -> Bool { g_settings_is_writable(settings, key) == 0 }

    /// Waits until everything is written; for the end of the program.
    public static func sync() { g_settings_sync() }
}
