// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import Glibc

/// Chooses how GTK draws, through GTK's own environment variables. Before GTK starts.
///
/// Without a GPU the cairo renderer is many times faster than GL in software (measured: 200 against 1700 ms of CPU a
/// second, 8 against 60 ms of latency). GDK then doesn't set up GL either, which takes 35 ms of the start.
@MainActor
public enum RendererChoice {
    /// Chooses cairo if there is no GPU, or if it has shown nothing, and else GL, to which planes can be given, where GTK
    /// would take Vulkan; the person's own GSK_RENDERER always wins.
    ///
    /// - Parameter trial: nil if there is no place to remember it in.
    /// - Returns: whether another renderer than cairo may be used.
    public static func choose(_ trial: GraphicsTrial?) -> Bool {
        if getenv("GSK_RENDERER") == nil, !hasGPU || trial?.begin() == false {
            if hasGPU { Log(domain: "main").info("drawing without the GPU, as it was of no use before") }
            ProcessEnvironment.set("GSK_RENDERER", "cairo")
        }
        let renderer = getenv("GSK_RENDERER").map { String(cString: $0) }
        let disabled = renderer == "cairo" ? tt_disable_gl() : renderer == nil ? tt_disable_vulkan() : nil
        let name = String(cString: tt_disable_variable())
        if let disabled, getenv(name) == nil { ProcessEnvironment.set(name, String(cString: disabled)) }
        return renderer != "cairo"
    }

    /// Makes windows opaque on an X server without a compositor, if GTK draws with cairo.
    ///
    /// Such a server draws a window with an alpha channel, as GTK's have if they can, into separate memory and copies it
    /// to the screen, although the alpha is not seen. So Xlib hides alpha from GTK: a picture of 3840x2160 is on the
    /// screen 2.5 ms sooner, for half the server's time.
    public nonisolated static func hideAlpha() { ProcessEnvironment.set("XLIB_SKIP_ARGB_VISUALS", "1") }

    /// Whether windows will be on an X server without a compositor. On any thread; waits for that server, without a limit.
    public nonisolated static var isUncomposited: Bool { tt_x11_is_uncomposited() != 0 }

    /// Whether there is a device that Mesa and others draw with. The kernel numbers them from 128 on.
    public nonisolated static var hasGPU: Bool {
        (128..<144).contains { access("/dev/dri/renderD\($0)", R_OK | W_OK) == 0 }
    }
}
