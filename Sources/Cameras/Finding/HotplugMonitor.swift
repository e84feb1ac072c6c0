// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGUdev
internal import CShims
internal import Platform

/// Reports when a video device appears or disappears, through udev.
///
///     monitor = HotplugMonitor { service.camerasMayHaveChanged() }
///
/// It does not say which: the listener scans again. Silent if udev does not run. Thread-bound: create and release it
/// on the main loop's thread, on which it also calls. Creating it opens a socket to udev, for which the first
/// picture need not wait.
public final class HotplugMonitor {
    /// Devices of the kernel's video interface.
    private static let subsystem = "video4linux"

    /// Owned; released with the monitor.
    private let client: UnsafeMutableRawPointer
    private let handler: gulong

    /// - Parameter onChange: called on the main loop's thread as long as the monitor lives.
    public init(onChange: @escaping @Sendable () -> Void) {
        client = Self.subsystem.withCString { name in
            // Never null: GObject ends the process without memory.
            UnsafeMutableRawPointer(g_udev_client_new([name, nil]))
        }
        let box = Box<@Sendable () -> Void>(onChange)
        handler = tt_signal_connect(client, "uevent", box.retained(), runChangeHandler, releaseBox)
    }

    deinit {
        // Also releases the handler's box; no call follows.
        g_signal_handler_disconnect(client, handler)
        g_object_unref(client)
    }
}

private let runChangeHandler: tt_signal_run = { box, _, _, _ in
    if let box { Box<@Sendable () -> Void>.borrow(box).value() }
}
