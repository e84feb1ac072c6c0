// SPDX-License-Identifier: GPL-3.0-or-later
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Glibc
import Platform

/// `setpriority(2)`: gives the calling thread, and those it will start, the lowest priority.
func system_lowerThreadPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }

/// `sysconf(3)`: the number of processors.
func system_processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// `pthread_create(3)`: runs `body` on a detached thread of its own.
func system_startThread(_ body: @escaping @Sendable () -> Void) throws(SystemFault) {
    let box = Unmanaged.passRetained(ThreadBody(run: body))
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, nil,
        { box in
            guard let box else { return nil }
            Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
            return nil
        }, box.toOpaque())
    guard failure == 0 else {
        box.release()
        throw SystemFault(Errno(rawValue: failure), "pthread_create")
    }
    pthread_detach(thread)
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
