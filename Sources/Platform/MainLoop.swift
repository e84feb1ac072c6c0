// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
// Links libdispatch, whose main queue the loop drains.
internal import Dispatch

/// The GLib main loop as the main actor's executor.
public enum MainLoop {
    /// Lets the GLib loop run the main actor. Call once, first thing in a synchronous `main`.
    ///
    /// Never run a nested GLib loop inside a main-actor job: the main queue is not reentrant.
    @MainActor public static func attach() { tt_attach_main_queue() }
}

/// A repeating or single timer on the main loop; ends when it is released or cancelled.
@MainActor
public final class MainTimer {
    private var source: guint = 0

    /// - Parameters:
    ///   - milliseconds: from one call to the next; the first comes after as long.
    ///   - body: returns whether to go on.
    public init(every milliseconds: UInt32, _ body: @escaping @MainActor () -> Bool) {
        let box = Box<@MainActor () -> Bool>({ [weak self] in
            let goesOn = body()
            if !goesOn { self?.source = 0 }
            return goesOn
        })
        source = tt_timeout_add(milliseconds, box.retained(), runTimer, releaseBox)
    }

    /// A timer that calls `body` once.
    public static func once(after milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) -> MainTimer
    {
        MainTimer(every: milliseconds) {
            body()
            return false
        }
    }

    /// Ends it; may be called more than once.
    public func cancel() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }

    isolated deinit { cancel() }
}

private let runTimer: @convention(c) (UnsafeMutableRawPointer?) -> gboolean = { pointer in
    let address = UInt(bitPattern: pointer)
    return MainActor.assumeIsolated {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return 0 }
        return Box<@MainActor () -> Bool>.borrow(pointer).value() ? 1 : 0
    }
}
