internal import CGUdev
internal import CGtk
internal import CShims

/// Reports when a video device appears or disappears, through udev.
///
///     monitor = HotplugMonitor { service.camerasMayHaveChanged() }
///
/// It does not say which: the listener scans again. Silent where udev does not run. Thread-bound: create and release
/// it on the main loop's thread, on which it also calls. Creating it opens a socket to udev, for which the first
/// picture need not wait.
public final class HotplugMonitor {
    /// Devices of the kernel's video interface.
    private static let subsystem = "video4linux"

    /// Owned; given up with the monitor.
    private let client: UnsafeMutableRawPointer
    private let handler: gulong

    /// - Parameter onChange: called on the main loop's thread as long as the monitor lives.
    public init(onChange: @escaping @Sendable () -> Void) {
        client = Self.subsystem.withCString { name in
            // Never null: GObject ends the process without memory.
            UnsafeMutableRawPointer(g_udev_client_new([name, nil]))
        }
        let box = Unmanaged.passRetained(ChangeHandler(onChange)).toOpaque()
        handler = tt_signal_connect(client, "uevent", box, runChangeHandler, releaseChangeHandler)
    }

    deinit {
        // Also releases the handler's box; no call follows.
        g_signal_handler_disconnect(client, handler)
        g_object_unref(client)
    }
}

private final class ChangeHandler: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private let runChangeHandler: tt_signal_run = { box, _, _, _ in
    guard let box else { return }
    Unmanaged<ChangeHandler>.fromOpaque(box).takeUnretainedValue().run()
}

private let releaseChangeHandler: tt_box_free = { box in
    if let box { Unmanaged<ChangeHandler>.fromOpaque(box).release() }
}
