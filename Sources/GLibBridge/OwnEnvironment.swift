public import CGtk
internal import CShims
internal import Synchronization

/// Variables that GTK and GIO read, set for this program and kept from those that it starts. Thread-safe.
public enum OwnEnvironment {
    private struct Change {
        let name: String
        /// nil where there was none.
        let before: String?
    }

    private static let changes = Mutex<[Change]>([])

    /// Sets a variable of this process; call before its reader starts.
    public static func set(_ name: String, _ value: String) {
        let before = getenv(name).map { String(cString: $0) }
        changes.withLock { $0.append(Change(name: name, before: before)) }
        setenv(name, value, 1)
    }

    /// Gives a program that is about to be started the environment as it was.
    public static func restore(in context: UnsafeMutablePointer<GAppLaunchContext>?) {
        for change in changes.withLock({ $0 }).reversed() {
            if let before = change.before {
                g_app_launch_context_setenv(context, change.name, before)
            } else {
                g_app_launch_context_unsetenv(context, change.name)
            }
        }
    }

    /// The environment as it was; the caller frees it.
    static func original() -> UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>? {
        changes.withLock { $0 }.reversed().reduce(g_get_environ()) { environment, change in
            change.before.map { g_environ_setenv(environment, change.name, $0, 1) }
                ?? g_environ_unsetenv(environment, change.name)
        }
    }
}

/// Chooses how GTK draws, through GTK's own environment variables. Before GTK starts.
///
/// Without a GPU the cairo renderer is many times faster than GL in software (measured: 200 against 1700 ms of CPU a
/// second, 8 against 60 ms of latency). GDK would then set up GL for nothing, which takes 35 ms of the start.
@MainActor
public enum RendererChoice {
    /// Chooses cairo where there is no GPU; the person's own GSK_RENDERER always wins.
    public static func choose() {
        if getenv("GSK_RENDERER") == nil, access("/dev/dri/renderD128", R_OK | W_OK) != 0 {
            OwnEnvironment.set("GSK_RENDERER", "cairo")
        }
        let isCairo = getenv("GSK_RENDERER").map { String(cString: $0) } == "cairo"
        let name = String(cString: tt_no_gl_variable())
        if isCairo, getenv(name) == nil { OwnEnvironment.set(name, String(cString: tt_no_gl_value())) }
    }
}
