// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Glibc
internal import Platform

// Ends with 0 once the GLib loop has run jobs of the main actor; otherwise SIGALRM ends it.
alarm(20)
MainLoop.attach()
Task { @MainActor in
    for _ in 0..<100 { await Task.detached {}.value }
    exit(0)
}
g_main_loop_run(g_main_loop_new(nil, 0))
