// SPDX-License-Identifier: GPL-3.0-or-later
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Glibc
import Platform

/// `inotify_init1(2)`, non-blocking.
func system_openNotifier() throws(SystemFault) -> Int32 {
    try checked("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
}

/// `inotify_add_watch(2)` for an open folder, wherever it has been moved: files that come, go, or have been written, and
/// the end of the folder itself.
func system_watch(_ folder: Int32, _ notifier: Int32) throws(SystemFault) {
    // Not IN_MODIFY: a file that is being written is complete when it is closed.
    let changes =
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_UNMOUNT | IN_ONLYDIR
    _ = try checked("inotify_add_watch") {
        inotify_add_watch(notifier, "/proc/self/fd/\(folder)", UInt32(changes))
    }
}

/// `read(2)` until nothing is left: the events themselves don't matter.
func system_drain(_ notifier: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
        while read(notifier, buffer.baseAddress, buffer.count) > 0 {}
    }
}
