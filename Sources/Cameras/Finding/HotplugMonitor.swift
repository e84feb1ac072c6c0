internal import CGUdev
internal import CGtk
internal import CShims

/// Tells when a video device comes or goes, by udev.
///
///     monitor = HotplugMonitor { service.camerasMayHaveChanged() }
///
/// Tells neither which nor what: the listener scans again. Where udev does not run, it never tells. Thread-bound:
/// to be made and given up on the thread of the main loop, on which it also calls. Making it opens a socket to udev,
/// for which the first picture need not wait.
public final class HotplugMonitor {
    /// Devices of the kernel's video interface.
    private static let subsystem = "video4linux"

    /// Owned; given up with the monitor.
    private let client: UnsafeMutableRawPointer
    private let handler: gulong

    /// - Parameter onChange: called on the main loop's thread until the monitor is gone.
    public init(onChange: @escaping @Sendable () -> Void) {
        client = Self.subsystem.withCString { name in
            // Never null: GObject ends the process when it has no memory.
            UnsafeMutableRawPointer(g_udev_client_new([name, nil]))
        }
        let box = Unmanaged.passRetained(ChangeHandler(onChange)).toOpaque()
        handler = tt_signal_connect(client, "uevent", box, runChangeHandler, releaseChangeHandler)
    }

    deinit {
        // Releases the handler's box too; after it no call comes any more.
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
