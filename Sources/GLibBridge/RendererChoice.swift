public import CGtk
internal import Glibc

/// Chooses how GTK draws, through GTK's own environment variables. Before GTK starts.
///
/// Without a GPU the cairo renderer is many times faster than GL in software (measured: 200 against 1700 ms of CPU a
/// second, 8 against 60 ms of latency). GDK would then set up GL for nothing, which takes 35 ms of the start.
@MainActor
public enum RendererChoice {
    private static var variables: [String] = []

    /// Chooses cairo where there is no GPU; the person's own GSK_RENDERER always wins.
    public static func choose() {
        if getenv("GSK_RENDERER") == nil, access("/dev/dri/renderD128", R_OK | W_OK) != 0 {
            set("GSK_RENDERER", "cairo")
        }
        let isCairo = getenv("GSK_RENDERER").map { String(cString: $0) } == "cairo"
        if isCairo, getenv("GDK_DEBUG") == nil { set("GDK_DEBUG", "gl-disable") }
    }

    /// Keeps what was chosen for this program from one that is started by it.
    public static func forget(in context: UnsafeMutablePointer<GAppLaunchContext>?) {
        for variable in variables { g_app_launch_context_unsetenv(context, variable) }
    }

    /// This program's environment as it was before; the caller frees it.
    static func environmentWithoutChoice() -> UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>? {
        variables.reduce(g_get_environ()) { g_environ_unsetenv($0, $1) }
    }

    private static func set(_ name: String, _ value: String) {
        setenv(name, value, 1)
        variables.append(name)
    }
}
