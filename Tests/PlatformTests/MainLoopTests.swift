// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

struct MainLoopTests {
    /// In a process of its own: this one's main queue is drained by the test runner.
    @Test func theGLibLoopRunsTheMainActor() throws {
        let check = Process()
        check.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("main-loop-check")
        try check.run()
        check.waitUntilExit()
        #expect(
            check.terminationReason == .exit && check.terminationStatus == 0,
            """
            The main actor does not run on the GLib loop: this toolchain's libdispatch has changed its private hooks \
            for foreign loops (_dispatch_..._4CF in tt_glib.c). CFRunLoop.c of its swift-corelibs-foundation needs \
            them too and shows what to call now. Where they are gone, give the main actor an executor of its own \
            (SE-0505, `MainExecutor`) whose `enqueue` adds a source to the default GLib context, in place of \
            `tt_attach_main_queue`.
            """)
    }
}
