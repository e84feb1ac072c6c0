// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import Dispatch
internal import Synchronization

/// A thread with its own main context, for signals that must arrive while the main thread is blocked.
///
/// Lives as long as the process. Its handlers must not block. Thread-safe.
public final class SignalThread: Sendable {
    /// The process's only one; started by first use.
    public static let shared = SignalThread()

    private struct Work {
        var waiting: [UInt: @Sendable () -> Void] = [:]
        var last: UInt = 0
    }

    /// The GMainContext; an integer, because pointers don't cross threads in Swift.
    private let address: UInt
    /// Work that C refers to by number; handed over under a Swift lock.
    private let work = Mutex(Work())

    private init() {
        let context = g_main_context_new()
        address = UInt(bitPattern: context)
        g_thread_unref(g_thread_new("tintype-signals", runContext, UnsafeMutableRawPointer(context)))
    }

    private var context: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// Runs `body` on the thread, after everything queued before. Returns at once.
    public func perform(_ body: @escaping @Sendable () -> Void) { perform(after: .zero, body) }

    /// Blocks until everything queued before is done. Not for handlers, nor for the main thread.
    public func wait() {
        let done = DispatchSemaphore(value: 0)
        perform { done.signal() }
        done.wait()
    }

    /// As `perform`, after a delay.
    public func perform(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        let number = work.withLock { work in
            work.last += 1
            work.waiting[work.last] = body
            return work.last
        }
        let source = g_timeout_source_new(guint(delay / .milliseconds(1)))
        g_source_set_callback(source, runOnce, UnsafeMutableRawPointer(bitPattern: number), nil)
        g_source_attach(source, context)
        g_source_unref(source)
    }
}

extension SignalThread {
    fileprivate func run(_ number: UInt) { work.withLock { $0.waiting.removeValue(forKey: number) }?() }
}

private let runContext: GThreadFunc = { context in
    let context = context.map { OpaquePointer($0) }
    g_main_context_push_thread_default(context)
    let loop = g_main_loop_new(context, 0)
    g_main_loop_run(loop)
    return nil
}

private let runOnce: GSourceFunc = { number in
    SignalThread.shared.run(UInt(bitPattern: number))
    return 0
}

/// Receives one kind of bus signal on the signal thread as long as it lives. Thread-safe.
///
/// It owns the subscription, and the subscription owns the handler, which must hold its owner weakly. A signal in
/// flight when this is released may still arrive.
public final class BackgroundSubscription: Sendable {
    private let connection: BusConnection
    private let id = Handle<guint>()

    /// Parameters as for `BusSubscription`. Listening starts when the signal thread gets to it; see `wait`.
    public init(
        _ connection: BusConnection, name: String, path: String, interface: String, signal: String,
        first: String? = nil, _ handler: @escaping @Sendable (BusValue) -> Void
    ) {
        self.connection = connection
        let id = id
        SignalThread.shared.perform {
            let box = Box<BackgroundHandler>(handler)
            id.number = g_dbus_connection_signal_subscribe(
                connection.raw, name, interface, signal, path, first, G_DBUS_SIGNAL_FLAGS_NONE,
                runBackgroundSignal, box.retained(), releaseBox)
        }
    }

    deinit {
        SignalThread.shared.perform { [connection, id] in
            g_dbus_connection_signal_unsubscribe(connection.raw, id.number)
        }
    }
}

private typealias BackgroundHandler = @Sendable (BusValue) -> Void

private let runBackgroundSignal: GDBusSignalCallback = { _, _, _, _, _, arguments, box in
    guard let arguments, let box else { return }
    Box<BackgroundHandler>.borrow(box).value(BusValue(reading: arguments))
}

/// A boolean key of another program's settings, observed on the signal thread as long as this lives. Thread-safe.
public final class BackgroundKeyWatch: Sendable {
    /// The GSettings, once it is there.
    private let settings = Handle<UInt>()

    /// - Parameter handler: gets the value once at first, and after every change; nothing if there is no such key.
    public init(schema: String, key: String, _ handler: @escaping @Sendable (Bool) -> Void) {
        let settings = settings
        SignalThread.shared.perform {
            let box = Box<KeyHandler>(handler)
            let watch = tt_watch_boolean_key(schema, key, box.retained(), runKey, releaseBox)
            settings.number = UInt(bitPattern: watch)
        }
    }

    deinit {
        SignalThread.shared.perform { [settings] in
            if settings.number != 0 { g_object_unref(UnsafeMutableRawPointer(bitPattern: settings.number)) }
        }
    }
}

private typealias KeyHandler = @Sendable (Bool) -> Void

private let runKey: tt_key_changed = { box, value in
    if let box { Box<KeyHandler>.borrow(box).value(value != 0) }
}

/// A descriptor that is watched on the signal thread as long as this lives. Thread-safe.
public final class BackgroundDescriptorWatch: Sendable {
    /// The GSource, once it is there.
    private let source = Handle<UInt>()
    private let descriptor: Int32

    /// What is waited for.
    public enum Condition: Sendable {
        case readable
        /// `POLLPRI`, with which files of the kernel report that their content has changed.
        case urgent
    }

    /// - Parameters:
    ///   - descriptor: taken over; closed when nothing waits for it any more.
    ///   - handler: called with the descriptor whenever it has the condition.
    public init(
        owning descriptor: Int32, _ condition: Condition = .readable,
        _ handler: @escaping @Sendable (Int32) -> Void
    ) {
        self.descriptor = descriptor
        let source = source
        SignalThread.shared.perform {
            let box = Box<DescriptorHandler>(handler)
            let awaited = condition == .urgent ? G_IO_PRI : G_IO_IN
            let watch = tt_watch_descriptor(descriptor, awaited, box.retained(), runDescriptor, releaseBox)
            source.number = UInt(bitPattern: watch)
        }
    }

    deinit {
        SignalThread.shared.perform { [source, descriptor] in
            if let source = OpaquePointer(bitPattern: source.number).map({ UnsafeMutablePointer<GSource>($0) }
            ) {
                g_source_destroy(source)
                g_source_unref(source)
            }
            close(descriptor)
        }
    }
}

private typealias DescriptorHandler = @Sendable (Int32) -> Void

private let runDescriptor: tt_descriptor_ready = { box, descriptor in
    if let box { Box<DescriptorHandler>.borrow(box).value(descriptor) }
}

/// A C handle that only the signal thread uses; 0 for none.
private final class Handle<Number: FixedWidthInteger & Sendable>: Sendable {
    private let value = Mutex<Number>(0)

    var number: Number {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
