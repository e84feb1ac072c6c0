internal import Glibc

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
        if isCairo, getenv("GDK_DEBUG") == nil { OwnEnvironment.set("GDK_DEBUG", "gl-disable") }
    }
}
