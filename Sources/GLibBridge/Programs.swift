internal import CGtk

/// Starts other programs of the desktop.
public enum Programs {
    /// Starts a program by its name, without waiting for it.
    ///
    /// - Returns: false where it is not installed.
    @MainActor public static func start(_ words: [String]) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { g_strdup($0) } + [nil]
        let environment = OwnEnvironment.original()
        defer {
            for argument in arguments { g_free(argument) }
            g_strfreev(environment)
        }
        return g_spawn_async(nil, &arguments, environment, G_SPAWN_SEARCH_PATH, nil, nil, nil, nil) != 0
    }
}
